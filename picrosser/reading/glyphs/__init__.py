"""Digits: their templates, their likelihoods, and how to cut touching ones apart."""
