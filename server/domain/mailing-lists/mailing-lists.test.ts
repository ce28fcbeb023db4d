import { beforeEach, describe, expect, test } from 'vitest';
import { makeSandbox } from '#server/domain/developer/sandbox/make-sandbox.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { mostMailingLists } from '#shared/rules/mailing-services.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import {
	changeConsent,
	createMemoryService,
	type MemoryService,
	makeFollowers,
	makeMailingList,
} from '#tests/factories/mailing-lists.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { askForList, changeListKey, createMailingList, findServiceLists } from './commands/save-list.ts';
import { fillPoller } from './fill.ts';
import { createMailingListPoller } from './send.ts';

const { database, services, api, owner } = useTestOwner({ isFresh: true });
const { signal } = new AbortController();
let service: MemoryService;

beforeEach(async () => {
	service = createMemoryService();
});

const path = (id = '') => `/api/organisations/${owner.organisationId}/mailing-lists${id && `/${id}`}`;
const maker = () => ({ userId: owner.userId, rights: { role: 'owner' as const, isLimited: false } });
async function create(input: object = {}, organisationId = owner.organisationId, rights = maker().rights) {
	const requested = { service: 'brevo' as const, settings: { apiKey: service.key }, listId: '7', ...input };
	const found = await askForList(services, { organisationId, rights, input: requested }, service.reach);
	return createMailingList(services, { organisationId, userId: owner.userId, found });
}
const ruleOf = (made: Promise<unknown>) =>
	made.then(
		() => null,
		(error: AppError) => error.metadata?.rule ?? error.code,
	);
const round = async () => {
	await fillPoller.run(services, signal);
	await createMailingListPoller(service.reach).run(services, signal);
};

describe('connecting', () => {
	test('the key is sealed, and of it the end alone is shown', async () => {
		const { id } = await create();
		const { body } = await api.get(path(), { token: owner.token });
		expect(body.data).toEqual([
			expect.objectContaining({
				...{ id, service: 'brevo', host: 'api.lists.example', keyEnding: service.key.slice(-8) },
				...{
					listId: '7',
					listName: 'Newsletter',
					state: 'active',
					problem: null,
					isFilling: true,
					version: 1,
				},
				contacts: { due: 0, added: 0, removed: 0, refused: 0 },
			}),
		]);
		const { rows } = await database().pool.query('SELECT t::text AS row FROM mailing_lists t');
		expect(rows[0].row + JSON.stringify(body)).not.toContain(service.key);
		expect(rows[0].row).not.toContain(Buffer.from(service.key).toString('hex'));
	});

	test('refuses what cannot work, in words that say what to do', async () => {
		expect(await ruleOf(create({ settings: { apiKey: 'wrong' } }))).toBe('key-refused');
		expect(await ruleOf(create({ listId: '8' }))).toBe('list-gone');
		expect(await ruleOf(create({ service: 'listmonk' }))).toBe('VALIDATION_FAILED');
		await create();
		expect(await ruleOf(create())).toBe('list-connected');
		const denied = { ...maker().rights, role: 'marketing' as const };
		expect(await ruleOf(create({}, owner.organisationId, denied as never))).toBe('beyond-own-rights');
		const { organisationId } = await makeUser(services);
		service.reach = {
			...service.reach,
			adapterOf: () => ({
				...createMemoryService().reach.adapterOf(services.config, 'brevo'),
				findLists: async () => ({ kind: 'later', afterSeconds: null }),
			}),
		};
		expect(await ruleOf(create({}, organisationId))).toBe('service-unreachable');
	});

	test('a sandbox connects none, and a plan without integrations neither', async () => {
		const id = await makeSandbox(services, owner);
		expect(await ruleOf(create({}, id))).toBe('sandbox');
		const input = { service: 'brevo' as const, settings: { apiKey: service.key } };
		expect(await ruleOf(findServiceLists(services, id, input, service.reach))).toBe('sandbox');
		expect(await findServiceLists(services, owner.organisationId, input, service.reach)).toEqual(
			service.lists,
		);
		await database().pool.query(
			`INSERT INTO plan_settings (id, are_charged) VALUES (1, true) ON CONFLICT (id) DO UPDATE SET are_charged = true`,
		);
		expect(await ruleOf(create())).toBe('FEATURE_NOT_AVAILABLE');
	});

	test('of many at once there are ten, and none twice', async () => {
		service.lists = Array.from({ length: 12 }, (_, n) => ({ id: `${n}`, name: `List ${n}`, contacts: n }));
		const outcomes = await Promise.all(
			[...service.lists, ...service.lists].map(({ id }) => ruleOf(create({ listId: id }))),
		);
		expect(outcomes.filter((rule) => rule === null)).toHaveLength(mostMailingLists);
		expect(new Set(outcomes)).toEqual(new Set([null, 'list-connected', 'too-many-lists']));
	});

	test('another key must reach the same list, and stale edits are refused', async () => {
		const row = await create();
		const scope = { organisationId: owner.organisationId, mailingListId: row.id };
		const change = (ifMatch?: number) =>
			changeListKey(services, scope, { apiKey: service.key }, { editor: maker(), ifMatch }, service.reach);
		expect(await ruleOf(change(9))).toBe('version-conflict');
		service.key = 'another-key-that-is-long-enough';
		expect(await change(1)).toMatchObject({ version: 2, keyEnding: service.key.slice(-8) });
		service.lists = [];
		expect(await ruleOf(change())).toBe('list-gone');
	});
});

describe('a list', () => {
	test('is paused, resumed and removed with all that was noted', async () => {
		const { id } = await makeMailingList(services, owner, service);
		const { token } = owner;
		await makeFollowers(services, owner.organisationId, ['ada@example.org']);
		await round();
		expect((await api.post(`${path(id)}/pause`, undefined, { token })).body.state).toBe('paused');
		expect((await api.post(`${path(id)}/resume`, undefined, { token })).body).toMatchObject({
			...{ state: 'active', version: 3, contacts: { due: 0, added: 1, removed: 0, refused: 0 } },
		});
		const got = await api.get(path(id), { token });
		expect([got.status, got.headers.get('etag')]).toEqual([200, '"3"']);
		expect((await api.call('DELETE', path(id), undefined, { token })).status).toBe(204);
		expect((await api.get(path(id), { token })).status).toBe(404);
		expect((await database().pool.query('SELECT FROM mailing_list_contacts')).rowCount).toBe(0);
		// What happens then is of no list, and no error.
		const [follower = ''] = await makeFollowers(services, owner.organisationId, ['bob@example.org']);
		await changeConsent(services, { organisationId: owner.organisationId, id: follower }, 'confirmed');
		expect((await database().pool.query('SELECT FROM mailing_list_contacts')).rowCount).toBe(0);
	});

	test('shows its contacts in pages, to who may see followers', async () => {
		const { id } = await makeMailingList(services, owner, service);
		const emails = ['a', 'b', 'c'].map((name) => `${name}@example.org`);
		const ids = await makeFollowers(services, owner.organisationId, emails);
		await round();
		const { token } = owner;
		const query = { state: 'added', limit: '2' };
		const first = await api.get(`${path(id)}/contacts`, { token, query });
		expect(first.body.data.map(({ email }: { email: string }) => email)).toEqual([emails[2], emails[1]]);
		const second = await api.get(`${path(id)}/contacts`, {
			token,
			query: { ...query, cursor: first.body.nextCursor },
		});
		expect(second.body).toMatchObject({
			data: [{ followerId: ids[0], state: 'added', problem: null, attempts: 0, nextAt: null }],
			nextCursor: null,
		});
		const other = await makeMember(services, owner.organisationId, 'admin');
		await database().pool.query(
			`UPDATE memberships SET denied_actions = '{followers.view}' WHERE user_id = $1`,
			[other.userId],
		);
		const refused = await api.get(`${path(id)}/contacts`, { token: other.token, query });
		expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'beyond-own-rights']);
		expect((await api.post(`${path(id)}/resume`, undefined, { token: other.token })).status).toBe(422);
	});

	test('of another organisation is not there', async () => {
		const { id } = await makeMailingList(services, owner, service);
		const other = await makeUser(services);
		const there = `/api/organisations/${other.organisationId}/mailing-lists/${id}`;
		for (const [method, of] of [
			['GET', ''],
			['DELETE', ''],
			['POST', '/pause'],
			['POST', '/resume'],
		] as const)
			expect((await api.call(method, there + of, undefined, { token: other.token })).status).toBe(404);
	});

	test('is in the export of whoever is on it, and goes with its organisation', async () => {
		await makeMailingList(services, owner, service);
		await makeFollowers(services, owner.organisationId, ['ada@example.org', owner.email]);
		await round();
		const source = services.facts.personalData.find(({ name }) => name === 'mailing-lists');
		const person = { userId: owner.userId, email: 'Ada@example.org', isEmailVerified: true };
		expect(await source?.collect(services, person)).toEqual([
			{
				organiser: expect.any(String),
				service: 'brevo',
				list_name: 'Newsletter',
				state: 'added',
				settled_at: expect.any(Date),
			},
		]);
		expect(await source?.collect(services, { ...person, isEmailVerified: false })).toEqual([]);
		await expectInvariants(services);
		const answer = await api.post('/api/account/deletion', { email: owner.email }, { token: owner.token });
		expect(answer.status).toBe(204);
		expect((await database().pool.query('SELECT FROM mailing_lists')).rowCount).toBe(0);
	});
});
