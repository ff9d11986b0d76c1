"""One module a revision, oldest first; a revision that was released is never changed."""
