"""The kit in the forms that others take: print services, cutting machines, virtual tables, a page to look at."""
