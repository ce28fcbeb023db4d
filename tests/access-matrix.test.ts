import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSandbox } from '#server/domain/developer/sandbox/make-sandbox.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { routes } from '#server/domain/modules.ts';
import { type AnyEndpoint, isLinkAccess } from '#shared/contracts/endpoint.ts';
import { newId } from '#shared/lib/ids.ts';
import { scopesFor, scopesOf } from '#shared/rules/api-keys.ts';
import { can, memberCan, type OrganisationRole, organisationRoles } from '#shared/rules/permissions.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { makeSeriesOf } from '#tests/factories/series.ts';
import { haveTwoFactor } from '#tests/factories/two-factor.ts';
import type { ApiAnswer, CallOptions } from '#tests/support/api.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/**
 * Every endpoint, called by everybody, on an object of their own, of somebody else and of nobody. What is expected is computed
 * from the contract alone, so a new endpoint is covered the moment it is mounted.
 */
const { database, services, api, owner } = useTestOwner();
let stranger: TestUser;
let plainUser: TestUser;
let admin: TestUser;
const members = new Map<OrganisationRole, { token: string }>();

beforeAll(async () => {
	stranger = await makeUser(services);
	plainUser = await makeUser(services);
	admin = await makeUser(services, { isAdmin: true });
	for (const role of organisationRoles)
		members.set(role, await makeMember(services, owner.organisationId, role));
});

/** `own` is an object that the call may change; `kept` is theirs as well, for calls that must be refused. */
type Target = 'own' | 'kept' | 'foreign' | 'absent';

let keptEvent: string;
let foreignEvent: string;
let keptSeries: string;
let foreignSeries: string;
beforeAll(async () => {
	keptEvent = (await makeEvent(services, owner)).id;
	foreignEvent = (await makeEvent(services, stranger)).id;
	keptSeries = (await makeSeriesOf(services, owner)).id;
	foreignSeries = (await makeSeriesOf(services, stranger)).id;
});
afterAll(async () => {
	for (const [id, { organisationId }] of [
		[keptEvent, owner],
		[foreignEvent, stranger],
	] as const)
		expect(await getWholeEvent(services, { organisationId, eventId: id })).toMatchObject({ status: 'draft' });
});

/** Objects that calls may change, until one has changed something. */
const spare = new Map<string, Promise<string>>();

function spareOf(kind: 'event' | 'series', by: TestUser): Promise<string> {
	const key = `${kind} of ${by.organisationId}`;
	const made =
		spare.get(key) ??
		(kind === 'event' ? makeEvent(services, by) : makeSeriesOf(services, by)).then(({ id }) => id);
	spare.set(key, made);
	return made;
}

/** Calls, and leaves what the call may have changed to no other: a refusal changes nothing. */
async function send(endpoint: AnyEndpoint, ...rest: [string, unknown, CallOptions]): Promise<ApiAnswer> {
	const answer = await api.call(endpoint.method, ...rest);
	if (endpoint.method !== 'GET' && (answer.status < 400 || answer.status >= 500)) spare.clear();
	return answer;
}

/** The path of an endpoint with its object filled in; parts that hang on the object are made up. */
async function pathFor(endpoint: AnyEndpoint, target: Target): Promise<string> {
	const ids = { event: '', organisation: '', series: '' };
	if (target === 'absent') Object.assign(ids, { event: newId(), organisation: newId(), series: newId() });
	else if (target === 'foreign')
		Object.assign(ids, {
			event: foreignEvent,
			organisation: stranger.organisationId,
			series: foreignSeries,
		});
	else {
		const has = (name: string) => target === 'own' && endpoint.path.includes(`{${name}}`);
		const event = has('event') ? await spareOf('event', owner) : keptEvent;
		const series = has('series') ? await spareOf('series', owner) : keptSeries;
		Object.assign(ids, { event, organisation: owner.organisationId, series });
	}
	return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
		name === 'event' || name === 'organisation' || name === 'series' ? ids[name] : newId(),
	);
}

async function call(endpoint: AnyEndpoint, target: Target, token?: string): Promise<ApiAnswer> {
	const path = await pathFor(endpoint, target);
	const hasBody = endpoint.body !== undefined && endpoint.method !== 'GET';
	const names =
		endpoint.access.kind === 'organisation' && !/\{(event|organisation|series)\}/.test(endpoint.path);
	const body = names ? { organisationId: owner.organisationId } : {};
	return send(endpoint, path, hasBody ? body : undefined, { token });
}

const refusal = '403 AUTH_INSUFFICIENT_PERMISSIONS';
/** Whether a call was let in, whatever came of it then; if not, or if it found a fault, what it was answered. */
function verdictOf({ status, body }: ApiAnswer): string {
	if (status === 401 || status === 403) return `${status} ${body.code}`;
	return status < 500 ? 'let in' : String(status);
}

const isStream = (endpoint: AnyEndpoint) => endpoint.output?.contentType === 'text/event-stream';
const endpoints = routes.map((route) => route.endpoint).filter((endpoint) => !isStream(endpoint));
const named = (list: AnyEndpoint[]) => list.map((endpoint) => [endpoint.id, endpoint] as const);

test('every endpoint has an id, a path and a method of its own', () => {
	const all = routes.map(({ endpoint }) => endpoint);
	expect(new Set(all.map((endpoint) => endpoint.id)).size).toBe(all.length);
	expect(new Set(all.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).size).toBe(all.length);
	expect(all.length).toBeGreaterThan(30);
});

describe('signed out', () => {
	const closed = endpoints.filter(({ access }) => ['user', 'admin', 'organisation'].includes(access.kind));
	test.each(named(closed))('%s asks for a sign-in', async (_, endpoint) => {
		const answer = await call(endpoint, 'kept');
		expect([answer.status, answer.body.code]).toEqual([401, 'AUTH_REQUIRED']);
	});

	test.each(named(endpoints.filter(({ access }) => access.kind === 'staff')))(
		'%s refuses an unknown staff link',
		async (_, endpoint) => {
			const answer = await call(endpoint, 'kept', owner.token);
			expect([answer.status, answer.body.code]).toEqual([401, 'RESOURCE_ACCESS_DENIED']);
		},
	);

	test.each(named(endpoints.filter(({ access }) => isLinkAccess(access.kind))))(
		'%s knows nothing by a made-up link',
		async (_, endpoint) => {
			const answer = await call(endpoint, 'kept', owner.token);
			expect(answer.status).toBe(404);
		},
	);
});

describe('administrators', () => {
	const closed = named(endpoints.filter(({ access }) => access.kind === 'admin'));
	test.each(closed)('%s refuses everybody else', async (_, endpoint) => {
		const answers = await Promise.all([owner, plainUser].map(({ token }) => call(endpoint, 'kept', token)));
		expect(answers.map(verdictOf)).toEqual([refusal, refusal]);
	});
	test.each(closed)('%s lets an administrator in', async (_, endpoint) => {
		const answer = await call(endpoint, 'own', admin.token);
		expect([401, 403]).not.toContain(answer.status);
	});
});

describe('members of an organisation', () => {
	const guarded = endpoints.filter(({ access }) => access.kind === 'organisation');
	// One test for all roles: for as many as there are endpoints and roles the runner alone takes seconds.
	test.each(named(guarded))('%s: the role decides', async (_, endpoint) => {
		const { access, method } = endpoint;
		const isAllowed = (role: OrganisationRole) => access.kind === 'organisation' && can(role, access.action);
		const callAs = async (role: OrganisationRole) =>
			verdictOf(await call(endpoint, isAllowed(role) ? 'own' : 'kept', members.get(role)?.token));
		const reading = method === 'GET' && (await Promise.all(organisationRoles.map(callAs)));
		const verdicts: string[] = reading || [];
		if (!reading) for (const role of organisationRoles) verdicts.push(await callAs(role));
		expect(organisationRoles.map((role, at) => [role, verdicts[at]])).toEqual(
			organisationRoles.map((role) => [role, isAllowed(role) ? 'let in' : refusal]),
		);
	});

	// An endpoint that names no object in its path acts on the caller's own organisation.
	const onObject = named(guarded.filter(({ path }) => /\{(event|organisation|series)\}/.test(path)));
	test.each(onObject)('%s: what belongs to others does not exist', async (_, endpoint) => {
		const [foreign, absent] = await Promise.all([
			call(endpoint, 'foreign', owner.token),
			call(endpoint, 'absent', owner.token),
		]);
		expect([foreign.status, foreign.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
		expect([absent.status, absent.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
		expect(foreign.body.message).toBe(absent.body.message);
	});
});

describe('members who are limited to chosen events', () => {
	const guarded = endpoints.filter(({ access }) => access.kind === 'organisation');
	const limited = new Map<OrganisationRole, TestUser>();
	/** Theirs, for calls that must be refused. */
	let keptToo: string;
	beforeAll(async () => {
		keptToo = (await makeEvent(services, owner)).id;
		for (const role of organisationRoles) {
			const chosen = await makeEvent(services, owner);
			limited.set(role, await makeMember(services, owner.organisationId, role, [chosen.id]));
		}
	});
	async function callOn(endpoint: AnyEndpoint, event: string, token: string): Promise<ApiAnswer> {
		const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
			name === 'event' ? event : name === 'organisation' ? owner.organisationId : newId(),
		);
		const hasBody = endpoint.body !== undefined && endpoint.method !== 'GET';
		const names = !/\{(event|organisation|series)\}/.test(endpoint.path);
		const body = names ? { organisationId: owner.organisationId } : {};
		return send(endpoint, path, hasBody ? body : undefined, { token });
	}

	for (const role of ['owner', 'check_in'] as const) {
		test.each(named(guarded.filter(({ access }) => 'via' in access && access.via === 'event')))(
			`${role}: %s reaches their event and no other`,
			async (_, endpoint) => {
				const member = limited.get(role)!;
				const isAllowed =
					endpoint.access.kind === 'organisation' &&
					memberCan({ role, isLimited: true }, endpoint.access.action);
				const theirs = isAllowed ? await spareOf('event', owner) : keptToo;
				await database().pool.query(
					'UPDATE memberships SET event_ids = $3 WHERE organisation_id = $1 AND user_id = $2',
					[member.organisationId, member.userId, [theirs]],
				);
				const [beyond, absent] = await Promise.all([
					callOn(endpoint, keptEvent, member.token),
					callOn(endpoint, newId(), member.token),
				]);
				const own = await callOn(endpoint, theirs, member.token);
				expect([beyond.status, beyond.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
				expect(beyond.body.message).toBe(absent.body.message);
				expect(verdictOf(own)).toBe(isAllowed ? 'let in' : refusal);
			},
		);
	}

	const ofOrganisation = guarded.filter(({ access }) => 'via' in access && access.via === 'organisation');
	const isPartial = ({ access }: AnyEndpoint) => access.kind === 'organisation' && access.isPartial === true;
	test.each(named(ofOrganisation.filter((endpoint) => !isPartial(endpoint))))(
		'%s knows no organisation for them, whatever their role',
		async (_, endpoint) => {
			const answers = await Promise.all(
				limited
					.values()
					.map(({ token }) => callOn(endpoint, '', token))
					.toArray(),
			);
			for (const answer of answers)
				expect([answer.status, answer.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
		},
	);
	test.each(named(ofOrganisation.filter(isPartial)))(
		'%s answers them with their part',
		async (_, endpoint) => {
			for (const [role, { token }] of limited) {
				const answer = await callOn(endpoint, '', token);
				const isAllowed = endpoint.access.kind === 'organisation' && can(role, endpoint.access.action);
				// A call that writes has nothing to write here, and parts that are made up are not found; what counts is that it is not forbidden.
				const isWhole = endpoint.method === 'GET' && !/\{(?!organisation\})\w+\}/.test(endpoint.path);
				if (isWhole) expect(answer.status).toBe(isAllowed ? 200 : 403);
				else expect(answer.status === 403).toBe(!isAllowed);
			}
		},
	);
});

describe('members without the two factors that their organisation requires', () => {
	const guarded = named(endpoints.filter(({ access }) => access.kind === 'organisation'));
	let strict: TestUser;
	let bare: string;
	let proved: string;
	let key: string;
	beforeAll(async () => {
		strict = await makeUser(services);
		const [one, other] = [
			await makeMember(services, strict.organisationId, 'owner'),
			await makeMember(services, strict.organisationId, 'owner'),
		];
		await haveTwoFactor(services, other);
		bare = one.token;
		proved = other.token;
		key = (await makeApiKey(services, one)).token;
		await requireFactors();
	});
	const requireFactors = () =>
		database().pool.query(
			`UPDATE organisations SET needs_two_factor_from = now() - interval '1 minute' WHERE id = $1`,
			[strict.organisationId],
		);
	async function callOf(endpoint: AnyEndpoint, token: string): Promise<ApiAnswer> {
		const event = endpoint.path.includes('{event}') ? await spareOf('event', strict) : '';
		const series = endpoint.path.includes('{series}') ? await spareOf('series', strict) : '';
		const ids: Record<string, string> = { event, series, organisation: strict.organisationId };
		const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? newId());
		const hasBody = endpoint.body !== undefined && endpoint.method !== 'GET';
		return send(endpoint, path, hasBody ? { organisationId: strict.organisationId } : undefined, {
			token,
			query: { organisationId: strict.organisationId },
		});
	}

	test.each(guarded)('%s', async (_, endpoint) => {
		const { access, method, limit, output } = endpoint;
		const isFile = 'contentType' in output && output.contentType !== 'text/event-stream';
		const staysOpen =
			((method === 'GET' || limit === 'read') && !isFile) ||
			(access.kind === 'organisation' && access.action === 'check_ins.perform');
		const answer = await callOf(endpoint, bare);
		if (staysOpen) expect([401, 403]).not.toContain(answer.status);
		else expect([answer.status, answer.body.metadata?.rule]).toEqual([403, 'two-factor-needed']);
		// Whoever has them, and the keys of whoever has not, go on.
		if (method === 'GET') return;
		expect((await callOf(endpoint, proved)).body?.metadata?.rule).not.toBe('two-factor-needed');
		expect((await callOf(endpoint, key)).body?.metadata?.rule).not.toBe('two-factor-needed');
		// One of the calls turns it off.
		await requireFactors();
	});
});

describe('API keys', () => {
	const all = named(endpoints);
	let every: string;
	const without = new Map<string, string>();
	beforeAll(async () => {
		every = (await makeApiKey(services, owner)).token;
		for (const left of scopesOf('live')) {
			const scopes = scopesOf('live').filter((scope) => scope !== left);
			without.set(left, (await makeApiKey(services, owner, { scopes })).token);
		}
	});
	const mayKeys = ({ access }: AnyEndpoint) =>
		access.kind === 'organisation' &&
		scopesFor(access.action).some((scope) => scopesOf('live').includes(scope));

	test.each(all.filter(([, { access }]) => ['user', 'admin', 'organisation'].includes(access.kind)))(
		'%s: the scope decides',
		async (_, endpoint) => {
			const takes = mayKeys(endpoint) || (endpoint.access.kind === 'user' && endpoint.access.takesKeys);
			const own = await call(endpoint, takes ? 'own' : 'kept', every);
			if (!takes) {
				expect(verdictOf(own)).toBe(refusal);
				return;
			}
			expect(verdictOf(own)).toBe('let in');
			if (endpoint.access.kind !== 'organisation') return;
			const scopes = scopesFor(endpoint.access.action);
			if (scopes.length > 1) return;
			const refused = await call(endpoint, 'kept', without.get(scopes[0] as string));
			expect(verdictOf(refused)).toBe(refusal);
		},
	);

	test.each(
		all.filter(([, endpoint]) => mayKeys(endpoint) && /\{(event|organisation|series)\}/.test(endpoint.path)),
	)('%s: what belongs to others does not exist for a key', async (_, endpoint) => {
		const foreign = await call(endpoint, 'foreign', every);
		expect([foreign.status, foreign.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
	});
});

describe('test keys', () => {
	const guarded = endpoints.filter(({ access }) => ['user', 'admin', 'organisation'].includes(access.kind));
	let token: string;
	let sandbox: { id: string; eventId: string };
	beforeAll(async () => {
		token = (await makeApiKey(services, owner, { environment: 'test' })).token;
		const id = await makeSandbox(services, owner);
		const [event] = (await api.get(`/api/organisations/${id}/events`, { token })).body.data;
		sandbox = { id, eventId: event.id };
	});
	const inSandbox = (endpoint: AnyEndpoint) => {
		const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
			name === 'event' ? sandbox.eventId : name === 'organisation' ? sandbox.id : newId(),
		);
		const hasBody = endpoint.body !== undefined && endpoint.method !== 'GET';
		return api.call(endpoint.method, path, hasBody ? {} : undefined, { token });
	};

	test.each(named(guarded.filter(({ path }) => /\{(event|organisation)\}/.test(path))))(
		'%s: the sandbox, by scope, and never its organisation',
		async (_, endpoint) => {
			const own = await call(endpoint, 'kept', token);
			expect([403, 404]).toContain(own.status);
			if (endpoint.access.kind !== 'organisation') return;
			const answer = await inSandbox(endpoint);
			const hasScope = scopesFor(endpoint.access.action).length > 0;
			expect(verdictOf(answer)).toBe(hasScope ? 'let in' : refusal);
		},
	);
});

test('a body that names the organisation of somebody else finds none', async () => {
	const answer = await api.post(
		'/api/events',
		{ title: 'Not mine', startsAt: '2027-01-01T10:00:00Z', organisationId: stranger.organisationId },
		{ token: owner.token },
	);
	expect([answer.status, answer.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
});
