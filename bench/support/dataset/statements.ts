import { cities, firstNames, forms, lastNames, manners, sentences, topics, venues } from './vocabulary.ts';

const array = (values: (string | number)[], type: string) =>
	`ARRAY[${values.map((value) => (typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`)).join(', ')}]::${type}[]`;
const pick = (values: (string | number)[], roll: string, type = 'text') =>
	`(${array(values, type)})[1 + ${roll} % ${values.length}]`;

/**
 * Helpers, in a schema of their own that is dropped in the end. `roll` is the same number for the same row each time; `id` is
 * a UUIDv7 of an instant.
 */
export const helpers = `
CREATE SCHEMA bench;
CREATE FUNCTION bench.roll(n bigint, salt int) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
	AS $$ SELECT (hashint8extended(n, salt) & 2147483647)::int $$;
CREATE FUNCTION bench.id(at timestamptz, n bigint, salt int) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
	AS $$ SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0')
		|| '7' || lpad(to_hex(hashint8extended(n, salt) & 4095), 3, '0')
		|| to_hex((hashint8extended(n, salt + 1) & 4611686018427387903) | (-9223372036854775808)))::uuid $$;
-- A number below 31^5 as five characters of the codes' alphabet.
CREATE FUNCTION bench.code(n bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
	AS $$ SELECT substr(a, 1 + (n % 31)::int, 1) || substr(a, 1 + (n / 31 % 31)::int, 1) || substr(a, 1 + (n / 961 % 31)::int, 1)
		|| substr(a, 1 + (n / 29791 % 31)::int, 1) || substr(a, 1 + (n / 923521 % 31)::int, 1)
		FROM (VALUES ('ABCDEFGHJKMNPQRSTUVWXYZ23456789')) AS v(a) $$;`;

/** One owner each; the first organisation is the large one. $1 how many */
export const organisations = [
	`INSERT INTO users (id, email, email_key, email_verified_at, first_name, last_name)
	SELECT bench.id('2024-01-01', n, 10), 'owner' || n || '@example.org', 'owner' || n || '@example.org', '2024-01-01',
		${pick(firstNames, 'bench.roll(n, 11)')}, ${pick(lastNames, 'bench.roll(n, 12)')}
	FROM generate_series(1, $1::bigint) AS n`,
	`INSERT INTO organisations (id, name, slug, created_at)
	SELECT bench.id('2024-01-01', n, 13),
		${pick(lastNames, 'bench.roll(n, 14)')} || ' ' || ${pick(['Events', 'Productions', 'Club', 'Society', 'Collective', 'Foundation'], 'bench.roll(n, 15)')} || ' ' || n,
		'organiser-' || n, '2024-01-01'
	FROM generate_series(1, $1::bigint) AS n`,
	`INSERT INTO memberships (organisation_id, user_id, role)
	SELECT bench.id('2024-01-01', n, 13), bench.id('2024-01-01', n, 10), 'owner' FROM generate_series(1, $1::bigint) AS n`,
];

const at = (index: 0 | 1 | 2 | 3 | 4) => cities.map((city) => city[index]) as (string | number)[];

/**
 * Events, what is needed of them to sell. The first is the large one: on now. One in fifty is of the first organisation; of a
 * hundred, ninety are published, six drafts, and one each cancelled and postponed, two archived. $1 how many events, $2
 * organisations
 */
export const eventPlan = `
CREATE UNLOGGED TABLE bench.events AS
SELECT n, bench.id(created_at, n, 20) AS id,
	bench.id('2024-01-01', CASE WHEN n % 50 = 1 OR $2 = 1 THEN 1 ELSE 2 + bench.roll(n, 21) % ($2 - 1) END, 13) AS organisation_id,
	CASE WHEN n = 1 THEN 'published' WHEN n % 100 < 90 THEN 'published' WHEN n % 100 < 96 THEN 'draft' WHEN n % 100 = 96 THEN 'cancelled'
		WHEN n % 100 = 97 THEN 'postponed' ELSE 'archived' END AS status,
	starts_at, created_at, starts_at + CASE WHEN n = 1 THEN interval '1 day' WHEN n % 97 = 0 THEN interval '20 days'
		ELSE (1 + bench.roll(n, 22) % 9) * interval '1 hour' END AS ends_at,
	bench.roll(n, 23) % ${cities.length} AS city,
	bench.id(created_at, n, 24) AS pool_1, bench.id(created_at, n, 26) AS pool_2,
	bench.id(created_at, n, 28) AS type_1, bench.id(created_at, n, 30) AS type_2
FROM (
	SELECT n, starts_at, least(starts_at, date_trunc('hour', now())) - (70 + bench.roll(n, 32) % 100) * interval '1 day' AS created_at
	FROM (
		SELECT n, CASE WHEN n = 1 THEN date_trunc('hour', now()) - interval '1 hour'
			ELSE date_trunc('day', now()) + (bench.roll(n, 33) % 730 - 438) * interval '1 day' + (8 + bench.roll(n, 34) % 13) * interval '1 hour'
			END AS starts_at
		FROM generate_series(1, $1::bigint) AS n
	) AS numbered
) AS planned`;

export const eventRows = [
	'ALTER TABLE events DISABLE TRIGGER USER',
	`INSERT INTO events (id, organisation_id, slug, code, title, summary, description, category, tags, format, venue_name, city,
		country_code, latitude, longitude, time_zone, starts_at, ends_at, starts_on, ends_on, status, published_at, cancelled_at,
		archived_from, min_price_minor, max_price_minor, organiser_name, is_over, created_at, updated_at)
	SELECT e.id, e.organisation_id, 'event-' || n, (2 + n % 8) || bench.code(n * 7919 % 28629151),
		CASE WHEN n = 1 THEN 'Harbour Festival of Lights' ELSE
			${pick(manners, 'bench.roll(n, 41)')} || ' ' || topic || ' ' || ${pick(forms, 'bench.roll(n, 42)')}
			|| CASE n % 3 WHEN 0 THEN ' with ' || ${pick(firstNames, 'bench.roll(n, 43)')} || ' ' || ${pick(lastNames, 'bench.roll(n, 44)')} ELSE '' END
		END,
		${pick(sentences, 'bench.roll(n, 45)')} || '.',
		${pick(sentences, 'bench.roll(n, 46)')} || '. ' || ${pick(sentences, 'bench.roll(n, 47)')} || '.',
		${pick(
			topics.map(([, category]) => category),
			'bench.roll(n, 40)',
		)},
		CASE n % 4 WHEN 0 THEN ARRAY[lower(${pick(forms, 'bench.roll(n, 48)')}), 'tickets'] ELSE '{}' END,
		CASE WHEN n % 10 = 7 THEN 'online' WHEN n % 25 = 3 THEN 'hybrid' ELSE 'in_person' END,
		${pick(venues, 'bench.roll(n, 49)')}, (${array(at(0), 'text')})[1 + city], (${array(at(1), 'text')})[1 + city],
		(${array(at(3), 'float8')})[1 + city], (${array(at(4), 'float8')})[1 + city], zone, e.starts_at, e.ends_at,
		(e.starts_at AT TIME ZONE zone)::date, ((e.ends_at - interval '1 millisecond') AT TIME ZONE zone)::date,
		e.status, CASE WHEN e.status <> 'draft' THEN e.created_at END, CASE WHEN e.status = 'cancelled' THEN least(e.starts_at, now()) END,
		CASE WHEN e.status = 'archived' THEN 'published' END, 0, 0, o.name, e.ends_at < now() - interval '1 hour', e.created_at, e.created_at
	FROM (
		SELECT *, (${array(at(2), 'text')})[1 + city] AS zone, ${pick(
			topics.map(([topic]) => topic),
			'bench.roll(n, 40)',
		)} AS topic
		FROM bench.events
	) AS e JOIN organisations o ON o.id = e.organisation_id
	WHERE n BETWEEN $1 AND $2`,
	'ALTER TABLE events ENABLE TRIGGER USER',
];

/** What the other trigger on events would have written. */
export const eventNames = `
INSERT INTO names (kind, name, organisation_id, target_id)
SELECT 'event', w.name, organisation_id, id FROM events CROSS JOIN LATERAL unnest(ARRAY[id::text, slug, code]) AS w(name)`;

/** What the trigger on events would have learned, at once. */
export const eventWords = `
INSERT INTO event_words (word, variants)
SELECT word, foyer_word_variants(word)
FROM ts_stat($$SELECT title_vector FROM events WHERE status = 'published' AND visibility = 'public'$$)
WHERE length(word) BETWEEN 4 AND 30 AND word !~ '[0-9]'
ON CONFLICT DO NOTHING`;

/** Every block of ten guests is of one event, in six orders: of one, one, two, one, three and two. */
export const ordersPerBlock = 6;

/**
 * Orders. The first blocks are those of the large event; the others fall on the published events, on the first of them more
 * often. $1 blocks in all, $2 blocks of the large event, $3 events
 */
export const orderPlan = `
CREATE UNLOGGED TABLE bench.orders AS
SELECT k, quantity, e.n AS event_n, e.id AS event_id, e.organisation_id, dated.created_at, bench.id(dated.created_at, k, 50) AS id,
	CASE WHEN bench.roll(k, 52) % 100 < 96 THEN 'confirmed' WHEN bench.roll(k, 52) % 100 < 98 THEN 'cancelled' ELSE 'expired' END AS status,
	CASE WHEN k % 10 = 9 THEN e.type_2 ELSE e.type_1 END AS ticket_type_id,
	CASE WHEN k % 10 = 9 THEN e.pool_2 ELSE e.pool_1 END AS pool_id,
	bench.roll(k, 53) AS first, bench.roll(k, 54) AS last, e.starts_at
FROM (
	SELECT b * ${ordersPerBlock} + i AS k, (ARRAY[1, 1, 2, 1, 3, 2])[1 + i] AS quantity,
		CASE WHEN b < $2 THEN 1 ELSE x - x % 100 + 2 + x % 100 % 88 END AS event_n
	FROM generate_series(0, $1::bigint - 1) AS b, generate_series(0, ${ordersPerBlock - 1}) AS i,
		LATERAL (SELECT floor(($3 - 100) * power(bench.roll(b, 55) / 2147483648.0, 2))::bigint AS x) AS share
) AS sold
JOIN bench.events e ON e.n = sold.event_n
CROSS JOIN LATERAL (
	SELECT least(e.starts_at, now() - interval '5 minutes') - power(bench.roll(k, 56) / 2147483648.0, 2) * interval '60 days' AS created_at
) AS dated`;

export const orderRows = `
INSERT INTO orders (id, organisation_id, event_id, code, status, source, buyer_name, buyer_email, currency, idempotency_key,
	request_hash, locale, confirmed_at, cancelled_at, created_at, updated_at)
SELECT id, organisation_id, event_id, substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + (k / 28629151)::int, 1) || bench.code(k * 387420489 % 28629151),
	status, CASE WHEN k % 20 = 0 THEN 'import' ELSE 'web' END,
	${pick(firstNames, 'first')} || ' ' || ${pick(lastNames, 'last')},
	'guest' || k || '@example.org', 'EUR', CASE WHEN k % 20 > 0 THEN 'web-' || md5(k::text) END,
	CASE WHEN k % 20 > 0 THEN decode(md5(k::text) || md5((-k)::text), 'hex') END, 'en',
	CASE WHEN status <> 'expired' THEN created_at END, CASE WHEN status = 'cancelled' THEN created_at + interval '1 hour' END, created_at, created_at
FROM bench.orders ORDER BY organisation_id, event_id, id`;

export const itemRows = `
INSERT INTO order_items (organisation_id, event_id, order_id, ticket_type_id, quantity, places, unit_price_minor)
SELECT organisation_id, event_id, id, ticket_type_id, quantity, quantity, 0 FROM bench.orders ORDER BY organisation_id, event_id, id`;

export const attendeeRows = `
INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status, notes, created_at,
	updated_at)
SELECT bench.id(created_at, k * 4 + i, 60), organisation_id, event_id, id, ticket_type_id, given || ' ' || family,
	regexp_replace(foyer_fold(given || '.' || family), '[^a-z.]', '', 'g') || (k * 4 + i) || '@'
		|| ${pick(['example.org', 'example.com', 'mail.example.net'], 'first')},
	'0' || upper(substr(md5('t' || (k * 4 + i)), 1, 25)),
	CASE WHEN status = 'confirmed' THEN 'active' ELSE 'cancelled' END,
	CASE WHEN (k + i) % 50 = 0 THEN ${pick(['Wheelchair', 'Vegetarian', 'Speaker', 'Press, two cameras', '=SUM(A1)'], 'bench.roll(k, 61)')} ELSE '' END,
	created_at, created_at
FROM (
	SELECT o.*, i, ${pick(firstNames, 'CASE WHEN i = 1 THEN first ELSE bench.roll(k * 4 + i, 62) END')} AS given,
		${pick(lastNames, 'CASE WHEN i < 3 THEN last ELSE bench.roll(k * 4 + i, 63) END')} AS family
	FROM bench.orders o, generate_series(1, o.quantity) AS i
) AS sold
ORDER BY organisation_id, event_id, created_at`;

export const ticketRows = [
	`INSERT INTO capacity_pools (id, organisation_id, event_id, size, confirmed, is_closed)
	SELECT p.id, e.organisation_id, e.id, CASE WHEN e.n = 1 THEN NULL WHEN e.n % 4 = 0 THEN coalesce(sold.places, 0) + 50 END,
		coalesce(sold.places, 0), e.status <> 'published'
	FROM bench.events e CROSS JOIN LATERAL unnest(ARRAY[pool_1, pool_2]) AS p(id)
	LEFT JOIN (SELECT pool_id, sum(quantity) AS places FROM bench.orders WHERE status = 'confirmed' GROUP BY 1) AS sold ON sold.pool_id = p.id`,
	`INSERT INTO ticket_types (id, organisation_id, event_id, pool_id, name, kind, currency, position)
	SELECT t.id, e.organisation_id, e.id, t.pool_id, t.name, 'free', 'EUR', t.position
	FROM bench.events e CROSS JOIN LATERAL (VALUES (type_1, pool_1, 'Standard', 0), (type_2, pool_2, 'Backstage', 1)) AS t(id, pool_id, name, position)`,
];

/** Seven in ten guests of past events are in, six in ten of the large one; one in twenty was scanned twice; a few codes were nobody's. */
export const checkInRows = `
INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, decision, method, device, nonce, scanned_at, recorded_at)
SELECT bench.id(at, n, 70 + 2 * again), organisation_id, event_id, event_id, attendee_id,
	CASE again WHEN 0 THEN 'accepted' WHEN 1 THEN 'already_checked_in' ELSE 'unknown_code' END,
	CASE again WHEN 0 THEN 'admitted' ELSE 'refused' END, 'scan', 'Entrance ' || 1 + n % 4,
	'nonce-' || n || '-' || again, at, at
FROM (
	SELECT row_number() OVER () AS n, organisation_id, event_id, id, starts_at FROM (
		SELECT a.organisation_id, a.event_id, a.id, e.starts_at
		FROM attendees a JOIN bench.events e ON e.id = a.event_id
		WHERE a.status = 'active' AND e.starts_at < now() AND e.status <> 'draft'
			AND hashtext(a.id::text) & 1023 < CASE WHEN e.n = 1 THEN 614 ELSE 717 END
		ORDER BY e.starts_at, a.id
	) AS inside
) AS came
CROSS JOIN LATERAL (SELECT least(starts_at + (bench.roll(n, 74) % 3600) * interval '1 second', now() - interval '1 second') AS at) AS dated
CROSS JOIN LATERAL (
	SELECT id AS attendee_id, 0 AS again
	UNION ALL SELECT id, 1 WHERE n % 20 = 0
	UNION ALL SELECT NULL, 2 WHERE n % 100 = 0
) AS scans`;

/** The outbox as it is after all was sent. */
export const mailRows = `
INSERT INTO mails (id, organisation_id, event_id, template, props, recipient, subject, status, dedupe_key, attempts, next_attempt_at,
	created_at, sent_at)
SELECT bench.id(created_at, k, 80), organisation_id, event_id, 'orders/confirmation',
	jsonb_build_object('organisationId', organisation_id, 'eventId', event_id, 'orderId', id), 'guest' || k || '@example.org',
	'Your ticket', 'sent', 'orders/confirmation:' || id, 1, created_at, created_at, created_at + interval '2 seconds'
FROM bench.orders WHERE status <> 'expired' ORDER BY created_at`;

/** Facts that were handed on and not yet cleared away. */
export const factRows = `
INSERT INTO facts (name, organisation_id, event_id, payload, created_at, dispatched_at, next_attempt_at)
SELECT 'orders.order-confirmed', organisation_id, event_id, jsonb_build_object('orderId', id, 'notify', true), created_at,
	created_at + interval '1 second', created_at
FROM bench.orders WHERE status = 'confirmed' AND created_at > now() - interval '7 days' ORDER BY created_at`;
