"""Steers a sandbox with the client of its control plane: makes a world, and advances its clock."""

import datetime
import os

from wearable_health_api import AuthenticatedClient
from wearable_health_api.api.clock import advance_clock
from wearable_health_api.api.worlds import create_world
from wearable_health_api.models import AdvanceClockBody, Clock, CreateWorldBody, Seed, World

sandbox = AuthenticatedClient(
    base_url=os.environ["BASE_URL"], token="1", prefix="", auth_header_name="x-sandbox-control"
)
start = datetime.datetime(2026, 3, 2, 9, tzinfo=datetime.timezone.utc)
world = create_world.sync(client=sandbox, body=CreateWorldBody(seed=Seed.EMPTY, now=start, is_frozen=True))
assert isinstance(world, World), world
clock = advance_clock.sync(world.id, client=sandbox, body=AdvanceClockBody(days=8))
assert isinstance(clock, Clock), clock
assert clock.now == start + datetime.timedelta(days=8), clock
print(f"The clock of {world.id} is at {clock.now:%Y-%m-%d}.")
