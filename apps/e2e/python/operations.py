"""Hooks of schemathesis: leads generated requests to records that exist, and keeps the run from ending itself.

The spec that starts the run says in HEARTH_FUZZ which records there are and where the counts go:
{"records": {"projects": [...], "groups": [...], "users": [...], ...}, "sudo": "name", "root": 1, "token": 7, "alike": 1, "values": 1, "counts": "file"}
"""

import atexit
import hashlib
import json
import os
import re
from collections import defaultdict

import schemathesis
from schemathesis.generation import GenerationMode
from schemathesis.generation.meta import CoverageScenario, TestPhase

PLAN = json.loads(os.environ["HEARTH_FUZZ"])
RECORDS = PLAN["records"]

# How many calls of each operation were answered with each status.
counts = defaultdict(lambda: defaultdict(int))


def draw(value, choices):
    """One of the choices, always the same for the same value: runs with one seed are the same run."""
    digest = hashlib.sha256(repr(value).encode("utf-8", "surrogatepass")).digest()
    return choices[int.from_bytes(digest[:4], "big") % len(choices)]


def kind_of(path, name):
    """What a parameter of a path names, as a list of RECORDS; None where anything will do."""
    beside = f"{path.split('/')[3]} {path.split(f'/{{{name}}}')[0].rsplit('/', 1)[1]}"
    if beside in RECORDS:
        # Such as "projects deploy_tokens": the name of the parameter alone says too little.
        return beside
    if name == "user_id":
        if "/impersonation_tokens/" in path:
            return "token owners"
        return "members" if path.split("/")[3] in ("projects", "groups") else "users"
    if name == "id":
        if "/personal_access_tokens/" in path:
            return "tokens"
        if path.endswith(("/keys", "/gpg_keys", "{key_id}", "{key_id}/revoke", "/emails", "{email_id}")):
            return "token owners"
        return next((part for part in path.split("/") if part in RECORDS), None)
    if name in ("key_id", "email_id"):
        records = "emails" if name == "email_id" else "GPG keys" if "/gpg_keys/" in path else "keys"
        return f"own {records}" if "/user/" in path else f"{records} of users"
    if name == "sha":
        return "blobs" if "/blobs/" in path else "commits"
    if name in ("note_id", "award_id", "discussion_id", "milestone_id"):
        return kind_inside(path, name)
    return {"project_id": "projects", "group_id": "groups"}.get(name, name)


def kind_inside(path, name):
    """What belongs to a record of a project or a group, by where it stands."""
    if name == "milestone_id":
        return "milestones" if "/projects/" in path else "group milestones"
    record = next(kind for kind in ("issue", "merge_request", "snippet", "commit") if f"/{kind}s/" in path)
    if name in ("note_id", "discussion_id"):
        return f"{record} {name.removesuffix('_id')}s"
    return f"awards of {record} notes" if "/notes/" in path else f"{record} awards"


def holder(path, kind):
    """The one project, or group, that has everything a path below it may name."""
    is_below = kind in ("projects", "groups") and (path.count("{") > 1 or "/repository/" in path or path.endswith("/pipeline")) and "/members/" not in path
    one = {"projects": "the project", "groups": "the group"}.get(kind)
    return RECORDS.get(one) if is_below and "/custom_attributes/" not in path else None


def token_for(path, method, value):
    """The token that an operation of a runner, or about a job by its runner, or by a trigger, asks for."""
    if path.startswith("/api/v4/jobs/{id}"):
        return RECORDS["job token"][0]
    if path.endswith("/trigger/pipeline"):
        return RECORDS["trigger token"][0]
    registers = path.endswith("/runners") and method == "POST"
    return RECORDS["registration token"][0] if registers else draw(value, RECORDS["runner tokens"])


def add_token(case):
    """Puts the token where a request has one, and where one about a job could have one."""
    path = case.operation.path
    for values in (case.body, case.query):
        if isinstance(values, dict) and "token" in values:
            values["token"] = token_for(path, case.operation.method.upper(), values["token"])
    if path.startswith("/api/v4/jobs/{id}"):
        case.query = {**(case.query or {}), "token": RECORDS["job token"][0]}


def plausible_commit(path, name, value):
    """A field of a request that commits a changelog or the commit of a submodule; None for the others."""
    if not path.endswith(("/changelog", "{submodule}")):
        return None
    digest = hashlib.sha1(repr(value).encode("utf-8", "surrogatepass")).hexdigest()
    commit = RECORDS["commits"][0]
    fields = {"branch": RECORDS["branch"][0], "commit_sha": digest, "version": f"{int(digest[:4], 16)}.0.0", "from": f"{commit}~1", "to": commit}
    return fields.get(name)


def plausible(path, name, value):
    """What a field of a body is called, so that it can be accepted."""
    committed = plausible_commit(path, name, value)
    if committed is not None:
        return committed
    word = "fuzz-" + hashlib.sha256(repr(value).encode("utf-8", "surrogatepass")).hexdigest()[:10]
    if name == "name" and path.endswith("/award_emoji"):
        return draw(value, ["thumbsup", "thumbsdown", "tada", "eyes"])
    if name in ("name", "path", "username", "title", "password", "tag_name"):
        return word
    if name == "email":
        return f"{word}@example.com"
    if name == "user_id":
        return draw(value, RECORDS["users"])
    if name in ("cron", "cron_timezone"):
        return "0 1 * * *" if name == "cron" else "Europe/Berlin"
    if name == "scopes":
        return ["read_repository" if path.endswith("/deploy_tokens") else "api"]
    if name == "key" and "/variables" in path:
        return word.replace("-", "_")
    if name == "key":
        return draw(value, RECORDS["new keys"])
    if name == "color":
        return "#fff"
    if name == "ref":
        return RECORDS["branch"][0]
    if name in ("access_level", "group_access"):
        return 30
    if name in ("group_id", "parent_id", "namespace_id", "namespace"):
        return draw(value, RECORDS["groups"])
    if name == "target_group_id":
        return draw(value, RECORDS["groups"])
    if name == "target_project_id" or (name == "project_id" and path.endswith("/user/runners")):
        return draw(value, RECORDS["projects"])
    return value


def is_own(kind, value):
    """Whether a value names the admin, or the token, that makes the run."""
    if kind == "users":
        return str(value).strip().lower() in (str(PLAN["root"]), "root")
    return kind in ("tokens", "impersonation_token_id") and str(value) == str(PLAN["token"])


def field_of(data):
    """The field of a body that a case varies: where its value stands, or what the description quotes."""
    if (data.location or "").startswith("/properties/"):
        return data.location.split("/")[2]
    quoted = re.search(r"'(.+?)'", data.description)
    return quoted.group(1) if quoted else None


def declaration(operation, place, name, field):
    """The declaration of the parameter that a case varies, or of the field of a body; None where it varies the whole request."""
    if place == "body":
        schema = next((body.definition["schema"] for body in operation.body if body.media_type == name), {})
        return schema.get("properties", {}).get(field, schema)
    parameters = {"query": operation.query, "header": operation.headers, "path": operation.path_parameters}.get(place)
    parameter = parameters.get(name) if parameters is not None and name else None
    return parameter.definition if parameter else None


# Keywords of a declaration that limit no value.
WORDS = ("title", "description", "default", "example", "examples", "deprecated")


def limits(declared):
    """The limits of a declaration on values; of a whole body its type, since its fields have values of their own."""
    schema = (declared or {}).get("schema", declared) or {}
    if "properties" in schema:
        return {"type": schema.get("type")}
    return {keyword: limit for keyword, limit in schema.items() if keyword not in WORDS}


# The valid requests that every operation gets: with fewer, more operations answer with refusals only.
VALID = 6
# How many valid requests each operation got.
valid = defaultdict(int)
# How many values each operation got, by what they are for.
reached = defaultdict(lambda: defaultdict(int))


def is_wanted(label, *tried):
    """Whether a value of an operation is among the first that are for the same, and counts it if so."""
    operations = reached[json.dumps(tried, sort_keys=True)]
    if (label not in operations and len(operations) >= PLAN["alike"]) or operations[label] >= PLAN["values"]:
        return False
    operations[label] += 1
    return True


@schemathesis.hook
def filter_case(context, case):
    """
    After some valid requests of each operation, each kind of value is tried with the first parameters that are limited alike, in each form of a body. Of
    accepted values, every parameter gets each kind, with each method; of wrong ones, which are refused in one place, it gets one.
    """
    phase = case.meta.phase
    if phase.name != TestPhase.COVERAGE:
        return True
    label = case.operation.label
    mode = case.meta.generation.mode.value
    accepted = mode != GenerationMode.NEGATIVE.value
    if accepted and valid[label] < VALID:
        valid[label] += 1
        return True
    data = phase.data
    place = data.parameter_location.value if data.parameter_location else None
    field = field_of(data) if place == "body" else data.parameter
    declared = declaration(case.operation, place, data.parameter, field)
    # Behind the path of a field.
    described = data.description.rsplit(": ", 1)[-1]
    # A field alone beside the required ones has a usual value.
    is_usual = described.startswith("Valid ") or data.scenario == CoverageScenario.OBJECT_REQUIRED_AND_OPTIONAL
    kind = (mode, place, "usual" if is_usual else (data.scenario.value, described))
    form = data.parameter if place == "body" else None
    wanted = (
        is_wanted(label, "alike", kind, form, limits(declared)),
        is_wanted(label, "each", (kind, case.operation.method) if accepted else mode, place, field, declared),
    )
    return any(wanted)


SPARE_TOKENS = list(PLAN["spare tokens"])


@schemathesis.hook
def before_call(context, case, kwargs):
    """Three calls in four are about records that exist; some are made as a user who is no admin."""
    path = case.operation.path
    parameters = case.path_parameters or {}
    for name, value in parameters.items():
        kind = kind_of(path, name)
        known = RECORDS.get(kind, [])
        ends = path.endswith(f"/{kind}/{{{name}}}") or (path.endswith(f"{{{name}}}") and f"{kind} to delete" in RECORDS)
        if case.operation.method.upper() == "DELETE" and ends:
            # Others are needed to the end; these are deleted once, and are unknown from then on.
            parameters[name] = draw((path, value), RECORDS.get(f"{kind} to delete", known))
        elif name == "key_id" and path.endswith("/revoke"):
            parameters[name] = draw((path, value), RECORDS[f"{kind} to revoke"])
        elif known and (is_own(kind, value) or draw(value, range(4)) > 0):
            parameters[name] = draw((path, value), holder(path, kind) or known)
    if isinstance(case.body, dict) and draw(case.body, range(3)) > 0:
        case.body = {name: plausible(path, name, value) for name, value in case.body.items()}
    if path.endswith("/changelog") and case.query and draw(case.query, range(3)) > 0:
        case.query = {name: plausible_commit(path, name, value) or value for name, value in case.query.items()}
    if draw((path, case.body, case.query), range(4)) > 0:
        add_token(case)
    generated = (case.headers or {}).pop("Sudo", None)
    if len(repr(case.query)) > 3000:
        # Long lists make a request line that no HTTP server reads.
        case.query = {}
    if "/personal_access_tokens/self" in path:
        # The token of the run itself must not be revoked. One is left for the reads.
        ends = case.operation.method.upper() == "DELETE" or path.endswith("/rotate")
        token = SPARE_TOKENS[0] if not ends else SPARE_TOKENS.pop() if len(SPARE_TOKENS) > 1 else "unknown"
        case.query = {**(case.query or {}), "private_token": token}
    elif generated is not None and draw(generated, range(4)) == 0:
        case.headers["Sudo"] = PLAN["sudo"]


@schemathesis.hook
def after_call(context, case, response):
    # Other methods are tried on the same paths.
    if response.request.method == case.operation.method.upper():
        counts[case.operation.label][str(response.status_code)] += 1


@atexit.register
def write_counts():
    with open(PLAN["counts"], "w", encoding="utf-8") as file:
        json.dump(counts, file)
