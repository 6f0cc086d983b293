"""What text documents say, as blocks: one function a document."""
