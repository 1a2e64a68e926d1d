vcl 4.1;

# Varnish between the TLS proxy and the nodes. Needs Debian's packages `varnish` and `varnish-modules`, and
# `varnishd -p http_gzip_support=off`: the nodes compress. docs/scale.md, "A shared cache", has the steps.

import std;
import directors;
import var;
import xkey;

backend node1 {
	.host = "127.0.0.1";
	.port = "3001";
	.first_byte_timeout = 60s;
	.probe = { .url = "/readyz"; .interval = 1s; .timeout = 2s; .window = 3; .threshold = 2; .initial = 2; }
}

backend node2 {
	.host = "127.0.0.1";
	.port = "3002";
	.first_byte_timeout = 60s;
	.probe = { .url = "/readyz"; .interval = 1s; .timeout = 2s; .window = 3; .threshold = 2; .initial = 2; }
}

# Addresses of the nodes, which may purge.
acl nodes {
	"127.0.0.1";
	"::1";
}

sub vcl_init {
	# A person stays with one node: while two versions serve, a page gets its own version's scripts.
	new site = directors.hash();
	site.add_backend(node1, 1.0);
	site.add_backend(node2, 1.0);
}

sub vcl_recv {
	if (req.method == "PURGE") {
		# Varnish adds the client to X-Forwarded-For: with two addresses a proxy has passed the request on.
		if (client.ip !~ nodes || req.http.X-Forwarded-For ~ ",") {
			return (synth(403, "Forbidden"));
		}
		call take_state;
		if (req.http.Surrogate-Key ~ "(^| )content( |$)") {
			xkey.purge("content");
		}
		if (req.http.Surrogate-Key ~ "(^| )media( |$)") {
			# The next request asks the node whether the file is still open; its bytes stay.
			xkey.softpurge("media");
		}
		return (synth(200, "Purged"));
	}

	# Nobody outside sets what this file uses.
	unset req.http.X-Content-Stamp;

	if (req.method != "GET" && req.method != "HEAD") {
		if (req.method !~ "^(POST|PUT|PATCH|DELETE|OPTIONS)$") {
			return (synth(405, "Method Not Allowed"));
		}
		call pass_on;
	}

	# What most clients send, without a pattern. A weight may refuse an encoding: such clients get none.
	if (req.http.Accept-Encoding == "gzip, deflate, br, zstd" || req.http.Accept-Encoding == "gzip, deflate, br"
		|| req.http.Accept-Encoding == "br") {
		set req.http.Accept-Encoding = "br";
	} elsif (req.http.Accept-Encoding ~ ";") {
		unset req.http.Accept-Encoding;
	} elsif (req.http.Accept-Encoding ~ "(^|[, ])br($|[, ])") {
		set req.http.Accept-Encoding = "br";
	} elsif (req.http.Accept-Encoding ~ "(^|[, ])gzip($|[, ])") {
		set req.http.Accept-Encoding = "gzip";
	} else {
		unset req.http.Accept-Encoding;
	}

	# Without the nodes, what is stored is served for a day.
	if (std.healthy(node1) || std.healthy(node2)) {
		set req.grace = 1s;
	}

	# Pages and calls first: most requests are for these.
	call find_content;
	if (req.http.X-Content-Stamp) {
		return (hash);
	}
	# Files whose content depends on the address alone.
	if (req.url ~ "^/(assets|covers|previews)/") {
		unset req.http.Cookie;
		return (hash);
	}
	# Files that may be locked: a stored one is everybody's, and the node decides about all others by the cookie.
	if (req.url ~ "^/(media|uploads)/") {
		# Nodes ignore several ranges and other units. Varnish would answer 503.
		if (req.http.Range && req.http.Range !~ "^bytes=([0-9]+-[0-9]*|-[0-9]+)$") {
			unset req.http.Range;
		}
		# For a locked file Varnish would keep the condition from the node, and fetch all of it again.
		if (req.http.Range || (req.http.If-None-Match && req.http.Cookie ~ "stillwater_session")) {
			return (pass);
		}
		# Pictures have two forms. Errors are pages for who takes HTML.
		if (req.http.Accept !~ "text/html") {
			if (req.http.Accept ~ "image/avif") {
				set req.http.Accept = "image/avif,*/*";
			} else {
				set req.http.Accept = "*/*";
			}
		}
		return (hash);
	}
	call pass_on;
}

# Sends a request to a node, but not what only the machine itself may ask.
sub pass_on {
	if (req.url ~ "^/(metrics|healthz|readyz)/*(\?|$)") {
		return (synth(404, "Not Found"));
	}
	return (pass);
}

# A node's word about the present: an older one than the last changes nothing.
sub take_state {
	if (std.integer(req.http.X-Content-Day, -1) > std.integer(var.global_get("day"), -1)
		|| (std.integer(req.http.X-Content-Day, -1) == std.integer(var.global_get("day"), -1)
			&& std.integer(req.http.X-Content-Version, -1) >= std.integer(var.global_get("version"), -1))) {
		var.global_set("day", req.http.X-Content-Day);
		var.global_set("version", req.http.X-Content-Version);
		var.global_set("revoked", req.http.X-Revoked-Entries);
		var.global_set("stamp", req.http.X-Content-Stamp);
	}
}

# Gives what visitors may share the present stamp, and one of two cookies: none, or "has entered". Everything
# else keeps its cookies and passes. The list below is of addresses, so that no other is ever stored.
sub find_content {
	if (req.url ~ "^/api/") {
		if (req.url !~ "^/api/(oceans|(oceans|waves|droplets)/[0-9]+|oceans/[0-9]+/waves|waves/[0-9]+/droplets)/?(\?|$)"
			&& req.url !~ "^/api/(tree|first-lesson|explore/(keywords|droplets)|oembed|shared/[a-z]+/[0-9]+)/?(\?|$)"
			&& req.url !~ "^/api/settings(/category)?(/[^/?]+)?/?(\?|$)") {
			return;
		}
	} elsif (req.url !~ "^/((contact|about|terms-privacy|app|explore|accordion|tree|classic)/?)?(\?|$)"
		&& req.url !~ "^/(oceans|waves|droplets)/[1-9][0-9]*(-[^/?]*)?/?(\?|$)") {
		return;
	}
	if (req.http.Cookie) {
		std.collect(req.http.Cookie, "; ");
	}
	if (req.http.Authorization || req.http.Cookie ~ "stillwater_(session|checkout|logout|view)"
		|| req.http.Cookie ~ "stillwater_entered.*stillwater_entered") {
		return;
	}
	# A node that has just started speaks within two seconds; until then nothing is known of the present.
	set req.http.X-Content-Stamp = var.global_get("stamp");
	if (req.http.X-Content-Stamp == "") {
		unset req.http.X-Content-Stamp;
		return;
	}
	if (req.http.Cookie !~ "stillwater_entered") {
		unset req.http.Cookie;
		return;
	}
	set req.http.X-Entry = regsub(req.http.Cookie, "^(?:.*; *)?stillwater_entered=([A-Za-z0-9_-]{1,64}) *(?:;.*)?$", "\1");
	# A form that the node may read otherwise, a revoked entry, or more of these than can be told.
	if (req.http.X-Entry !~ "^[A-Za-z0-9_-]{1,64}$"
		|| var.global_get("revoked") == "*"
		|| std.strstr(var.global_get("revoked"), "," + req.http.X-Entry + ",")) {
		unset req.http.X-Content-Stamp;
		unset req.http.X-Entry;
		return;
	}
	unset req.http.X-Entry;
	if (req.url ~ "^/api/") {
		unset req.http.Cookie;
	} else {
		set req.http.Cookie = "stillwater_entered=1";
	}
}

sub vcl_hash {
	if (req.http.X-Content-Stamp) {
		hash_data(req.http.X-Content-Stamp);
	}
}

sub vcl_backend_fetch {
	# Nobody outside sets what a node could take for its own proxy's word.
	unset bereq.http.X-Content-Version;
	unset bereq.http.X-Content-Day;
	unset bereq.http.X-Revoked-Entries;
	unset bereq.http.X-Forwarded-Host;
	unset bereq.http.X-Original-URL;
	unset bereq.http.X-Rewrite-URL;
	unset bereq.http.Forwarded;
	unset bereq.http.Proxy;
	# A person's own node. Hits need none.
	if (bereq.retries == 0) {
		set bereq.backend = site.backend(bereq.http.X-Forwarded-For);
	}
}

sub take_other_node {
	if (bereq.backend == node1) {
		set bereq.backend = node2;
	} else {
		set bereq.backend = node1;
	}
}

sub vcl_backend_error {
	# A node that was killed seems healthy for two seconds more: the other one answers what changes nothing.
	if (bereq.retries < 1 && bereq.method ~ "^(GET|HEAD)$" && std.healthy(node1) && std.healthy(node2)) {
		call take_other_node;
		return (retry);
	}
	# No node is ready, as when the database is away: the page that a node would send.
	set beresp.http.Content-Type = "text/html; charset=utf-8";
	set beresp.http.Cache-Control = "no-store";
	set beresp.http.Retry-After = "5";
	synthetic({"<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>The site is not available right now</title><style>body{font:18px/1.6 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.25rem}h1{font-weight:400}</style><body><h1>The site is not available right now</h1><p>Please try again in a minute.</p><p><a href="">Try Again</a> · <a href="/">Back to home</a></p></body></html>"});
	return (deliver);
}

sub vcl_backend_response {
	# A revalidated file without keys keeps its own.
	if (beresp.http.Surrogate-Key) {
		set beresp.http.xkey = beresp.http.Surrogate-Key;
		unset beresp.http.Surrogate-Key;
	}
	unset beresp.http.Cache-Tag;
	# While two versions serve, the other one may have this file.
	if (beresp.status == 404 && bereq.url ~ "^/assets/" && bereq.retries < 1
		&& std.healthy(node1) && std.healthy(node2)) {
		call take_other_node;
		return (retry);
	}
	if (beresp.status >= 500 && bereq.is_bgfetch) {
		return (abandon);
	}
	if (beresp.status != 200 || beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "^public") {
		set beresp.uncacheable = true;
		set beresp.ttl = 10s;
	} elsif (beresp.http.X-Content-Stamp) {
		if (beresp.http.X-Content-Stamp == bereq.http.X-Content-Stamp) {
			set beresp.grace = 1d;
			# What is stored has no request's id.
			unset beresp.http.X-Request-Id;
		} else {
			# A node that does not know of the last write yet, or a request that passes.
			set beresp.uncacheable = true;
			set beresp.ttl = 0s;
		}
	} elsif (std.integer(beresp.http.Content-Length, 0) > 10000000) {
		# Long files are asked for in ranges, which pass.
		set beresp.uncacheable = true;
		set beresp.ttl = 1h;
	} else {
		set beresp.grace = 1s;
		set beresp.keep = 1d;
	}
	if (beresp.http.X-Content-Stamp) {
		# Browsers revalidate, as without a cache.
		set beresp.http.Cache-Control = "private, no-cache";
	}
	return (deliver);
}

sub vcl_deliver {
	if (resp.http.X-Content-Stamp) {
		unset resp.http.X-Content-Stamp;
		unset resp.http.Age;
	} elsif (obj.hits > 0) {
		unset resp.http.X-Request-Id;
	}
	unset resp.http.xkey;
	unset resp.http.X-Varnish;
	unset resp.http.Via;
	return (deliver);
}
