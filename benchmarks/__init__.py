"""What sitegrain is measured by: accuracy, speed and memory, beside the extractors people use today."""
