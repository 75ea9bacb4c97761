"""A user, an error, an open enum, pages, an upload and an event, with the client of openapi-python-client."""

import os
from datetime import datetime, timezone
from io import BytesIO

from standardwebhooks import Webhook
from wearable_health_api import AuthenticatedClient
from wearable_health_api.api.connections import list_user_connections
from wearable_health_api.api.lab_reports import create_lab_report_parsing_job
from wearable_health_api.api.lab_tests import list_markers
from wearable_health_api.api.users import create_user, resolve_user
from wearable_health_api.models import ClientUserIdConflict, CreateUserRequest, LabReportUpload
from wearable_health_api.models import MarkerPage, User, UserConnectionList
from wearable_health_api.types import File

# Authentication: the team's key in its own header
client = AuthenticatedClient(
    base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"], prefix="", auth_header_name="x-service-api-key"
)

# Errors: each documented status is read into its own model
taken = create_user.sync(client=client, body=CreateUserRequest(client_user_id="demo-runner-01"))
assert isinstance(taken, ClientUserIdConflict)
print("taken by", taken.user_id)

# Open enums: their values are plain texts, so an unknown one raises nothing
user = resolve_user.sync("demo-runner-01", client=client)
assert isinstance(user, User)
connections = list_user_connections.sync(user.user_id, client=client)
assert isinstance(connections, UserConnectionList)
for connection in connections.providers:
    print(connection.slug, "is healthy" if connection.status == "connected" else "needs attention")

# Pages: ask for the next one until the last
page, pages = 1, 1
while page <= pages:
    markers = list_markers.sync(client=client, page=page, size=50)
    assert isinstance(markers, MarkerPage)
    pages = markers.pages or 1
    page += 1
print("pages", pages)

# Uploads: the file has a name and a type of its own
report = File(payload=BytesIO(b"%PDF-1.7"), file_name="report.pdf", mime_type="application/pdf")
job = create_lab_report_parsing_job.sync_detailed(client=client, body=LabReportUpload(file=report))
print("upload", job.status_code)

# Events: verify the bytes as they came, then read them
secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", '{"event_type":"daily.data.sleep.created"}'
sent = datetime.now(timezone.utc)
signature = Webhook(secret).sign("evt_1", sent, body)
headers = {"webhook-id": "evt_1", "webhook-timestamp": str(int(sent.timestamp())), "webhook-signature": signature}
event = Webhook(secret).verify(body, headers)
print("event", event["event_type"])
