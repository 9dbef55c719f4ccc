"""How does every component look, in every state? One page for who works on the look, only in debug."""

from flask import Blueprint, render_template

from companion.web.access import Role, needs
from companion.web.samples import make_samples
from companion.web.sum_words import forms

blueprint = Blueprint("components", __name__)


@blueprint.get("/components")
@needs(Role.STRANGER)
def components() -> str:
    """Show all components."""
    return render_template("components/all.html", sample=make_samples(), forms=forms())
