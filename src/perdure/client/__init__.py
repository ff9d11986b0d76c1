"""A gateway's memory under the facade's verbs."""
