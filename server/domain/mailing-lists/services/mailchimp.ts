import { createHash } from 'node:crypto';
import { z } from '#shared/lib/z.ts';
import type { ServiceSettings } from '#shared/rules/mailing-services.ts';
import {
	commonFailure,
	errorText,
	isHeaderText,
	isSuccess,
	later,
	listName,
	readAnswer,
	refused,
	splitName,
	stopped,
} from './calls.ts';
import type { Added, CallService, Failure, Removed, ServiceAdapter, ServiceAnswer } from './service.ts';

/**
 * Mailchimp by its Marketing API 3.0: https://mailchimp.com/developer/marketing/api/list-members/ and, of errors,
 * https://mailchimp.com/developer/marketing/docs/errors/.
 *
 * Whoever unsubscribed there stays so: a member is read before anything is changed. Only one that we unsubscribed, known by a tag, is
 * subscribed again; of whoever left by a link of Mailchimp, Mailchimp itself refuses that (“Member In Compliance State”). Members that
 * are there keep the names that the organiser gave them. The time of the consent goes along as `timestamp_opt`; its text has no place
 * that is there without a set-up.
 */
export function mailchimpAdapter(baseUrl?: string): ServiceAdapter {
	return {
		baseUrl({ apiKey }) {
			const [, center] = /^[0-9A-Za-z]{20,100}-([a-z]{2,4}\d{1,3})$/.exec(apiKey) ?? [];
			if (center === undefined || !isHeaderText(apiKey, 120)) return null;
			return baseUrl ?? `https://${center}.api.mailchimp.com`;
		},
		async findLists(call, settings) {
			const fields = 'lists.id,lists.name,lists.stats.member_count';
			const answer = await call({
				method: 'GET',
				path: `/3.0/lists?fields=${fields}&count=200`,
				headers: authOf(settings),
			});
			if (!isSuccess(answer)) return failureOf(answer);
			const found = readAnswer(foundLists, answer);
			if (!found) return later();
			return {
				kind: 'done',
				lists: found.lists.slice(0, 200).map(({ id, name, stats }) => ({
					...{ id, name },
					contacts: stats?.member_count ?? null,
				})),
			};
		},
		async add(call, settings, listId, contact) {
			const hash = hashOf(contact.email);
			const at = memberCalls(call, settings, listId, hash);
			const found = await at.read();
			if (isSuccess(found)) return bringBack(at, found, hash);
			if (found.status !== 404) return failureOf(found);
			const { first, last } = splitName(contact.name);
			const answer = await at.put({
				email_address: contact.email,
				status_if_new: 'subscribed',
				merge_fields: { ...(first && { FNAME: first }), ...(last && { LNAME: last }) },
				timestamp_opt: contact.consent.confirmedAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
			});
			if (!isSuccess(answer)) return failureOf(answer);
			// Between the two calls somebody may have subscribed and left.
			const added = readAnswer(member, answer);
			if (!added) return later();
			return problemOf(added.status) ?? { kind: 'done', remoteId: hash };
		},
		async remove(call, settings, listId, remoteId) {
			const at = memberCalls(call, settings, listId, remoteId);
			const found = await at.read();
			if (found.status === 404) return { kind: 'done' };
			if (!isSuccess(found)) return failureOf(found);
			const there = readAnswer(member, found);
			if (!there) return later();
			if (['unsubscribed', 'cleaned', 'archived'].includes(there.status)) return { kind: 'done' };
			// The tag goes first: whom we unsubscribed without it would look as if they had left there.
			return (await run(at.tag('active'))) ?? (await run(at.patch('unsubscribed'))) ?? { kind: 'done' };
		},
		find: async (_call, _settings, _listId, email) => ({ kind: 'done', remoteId: hashOf(email) }),
	};
}

/** Marks members that were unsubscribed because their consent at the organiser's page ended. */
const ourTag = 'consent-ended';

type MemberCalls = ReturnType<typeof memberCalls>;

/** A member that is there: left alone, unless it may be subscribed again. */
async function bringBack(at: MemberCalls, found: ServiceAnswer, hash: string): Promise<Added> {
	const there = readAnswer(member, found);
	if (!there) return later();
	const isOurs = there.tags.some(({ name }) => name === ourTag);
	const isOffered = there.status === 'transactional' || (there.status === 'unsubscribed' && isOurs);
	const problem = isOffered ? await run(at.patch('subscribed')) : problemOf(there.status);
	if (problem) return problem;
	return (isOurs ? await run(at.tag('inactive')) : null) ?? { kind: 'done', remoteId: hash };
}

/** An archived member hides whether they had unsubscribed before; a cleaned address bounces. */
function problemOf(status: string): Failure | null {
	if (status === 'unsubscribed' || status === 'archived') return refused('left-there');
	return status === 'cleaned' ? refused('address-refused') : null;
}

function memberCalls(call: CallService, settings: ServiceSettings, listId: string, hash: string) {
	const path = `/3.0/lists/${encodeURIComponent(listId)}/members/${encodeURIComponent(hash)}`;
	const headers = authOf(settings);
	const fields = 'id,status,tags.name';
	return {
		read: () => call({ method: 'GET', path: `${path}?fields=${fields}`, headers }),
		// Fields that the list requires and we do not know are no reason to leave somebody out.
		put: (body: object) => call({ method: 'PUT', path: `${path}?skip_merge_validation=true`, headers, body }),
		patch: (status: 'subscribed' | 'unsubscribed') =>
			call({ method: 'PATCH', path: `${path}?skip_merge_validation=true`, headers, body: { status } }),
		tag: (status: 'active' | 'inactive') =>
			call({ method: 'POST', path: `${path}/tags`, headers, body: { tags: [{ name: ourTag, status }] } }),
	};
}

async function run(answer: Promise<ServiceAnswer>): Promise<Failure | null> {
	const given = await answer;
	return isSuccess(given) ? null : failureOf(given);
}

const authOf = ({ apiKey }: ServiceSettings) => ({
	authorization: `Basic ${Buffer.from(`foyer:${apiKey}`).toString('base64')}`,
});

/** A member's id is the MD5 of the address in lower case, by the documentation. */
const hashOf = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex');

function failureOf(answer: ServiceAnswer): Failure & Removed {
	const common = commonFailure(answer);
	if (common) return common;
	if (answer.status === 403) return stopped('not-allowed');
	if (answer.status === 404) return stopped('list-gone');
	const { title, detail } = readAnswer(problem, answer) ?? { title: '', detail: '' };
	if (/compliance state|forgotten email/i.test(`${title} ${detail}`)) return refused('left-there');
	if (/contact limit|(?:exceeds?|reached) (?:your|the) .{0,40}limit/i.test(detail))
		return stopped('account-full');
	// “has signed up to a lot of lists very recently” passes.
	if (/signed up to a lot of lists/i.test(detail)) return later(3_600);
	return answer.status === 400 || answer.status === 422 ? refused('address-refused') : later();
}

const foundLists = z.object({
	lists: z.array(
		z.object({
			id: z.string().min(1).max(100),
			name: listName,
			stats: z.object({ member_count: z.int().nonnegative() }).optional().catch(undefined),
		}),
	),
});
const member = z.object({
	status: z.string(),
	tags: z.array(z.object({ name: z.string() })).catch([]),
});
const problem = z.object({ title: errorText, detail: errorText });
