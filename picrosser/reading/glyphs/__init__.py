"""Recognising digits: templates of many typefaces, likelihoods, and cutting touching digits apart."""
