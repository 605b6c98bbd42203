"""A whole coup as a person deals it: by keyboard and by touch, with a hint, watched, and with a fault to find."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.checks import axe_free_states
