"""An S3 store for the tests: OpenStack Swift (Debian's python3-swift), all of its servers in this one process.

Called with a folder to keep everything in. Says where it listens, serves one user, `test:tester` with the key
`testing`, checks every signature, and ends when its input does.
"""

import os
import sys

folder = sys.argv[1]
with open(os.path.join(folder, "swift.conf"), "w") as conf:
    conf.write("[swift-hash]\nswift_hash_path_prefix = tests\nswift_hash_path_suffix = tests\n")

from swift.common import utils

utils.set_swift_dir(folder)
utils.eventlet_monkey_patch()

import eventlet
from eventlet import wsgi
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

servers = {"account": "", "container": "", "object": "", "proxy": ""}
servers["proxy"] = """
[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
# Nothing listens there: whatever is not found in a cache is asked for.
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = test-region
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""
for name in ("account", "container", "object"):
    servers[name] = f"[pipeline:main]\npipeline = {name}-server\n[app:{name}-server]\nuse = egg:swift#{name}\n"

sockets = {name: eventlet.listen(("127.0.0.1", 0), backlog=128) for name in servers}
os.makedirs(os.path.join(folder, "devices", "disk"))
for name in ("account", "container", "object"):
    ring = RingBuilder(4, 1, 0)
    port = sockets[name].getsockname()[1]
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "disk", "weight": 1,
                  "replication_ip": "127.0.0.1", "replication_port": port, "meta": ""})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))

defaults = f"""[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
fallocate_reserve = 0
log_level = ERROR
log_address = {folder}/no-log
"""
for name, conf in servers.items():
    path = os.path.join(folder, f"{name}.conf")
    with open(path, "w") as file:
        file.write(defaults + conf)
    app = loadapp(path, global_conf={"log_name": name})
    eventlet.spawn(wsgi.server, sockets[name], app, open(os.devnull, "w"), protocol=SwiftHttpProtocol,
                   socket_timeout=60, capitalize_response_headers=False)

print(f"http://127.0.0.1:{sockets['proxy'].getsockname()[1]}", flush=True)
eventlet.hubs.trampoline(sys.stdin, read=True)
os._exit(0)
