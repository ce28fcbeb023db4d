import type { ServiceSettings } from '#shared/rules/mailing-services.ts';
import { contact, errorOf, failureOf, foundLists, withId } from './brevo-answers.ts';
import {
	commonFailure,
	isHeaderText,
	isSuccess,
	later,
	numberOf,
	readAnswer,
	refused,
	splitName,
	stopped,
} from './calls.ts';
import type { Added, CallService, Failure, FoundLists, ServiceAdapter, ServiceAnswer } from './service.ts';

/**
 * Brevo by its API v3: https://developers.brevo.com/reference/create-contact, …/get-contact-info, …/get-lists,
 * …/add-contact-to-list, …/remove-contact-from-list.
 *
 * A contact that is there is looked at before it is added: whoever is blocklisted for email, or left this list, stays away, and the
 * attributes that the organiser gave stay as they are. Names go to FIRSTNAME and LASTNAME, which accounts in English have; where they
 * are refused the contact goes without. Text and time of the consent have no place that is there without a set-up.
 */
export function brevoAdapter(baseUrl = 'https://api.brevo.com'): ServiceAdapter {
	return {
		baseUrl: ({ apiKey }) => (isHeaderText(apiKey, 200) ? baseUrl : null),
		async findLists(call, settings) {
			const lists: (FoundLists & { kind: 'done' })['lists'] = [];
			// 50 are the most of one answer.
			while (lists.length < mostLists) {
				const answer = await call({
					method: 'GET',
					path: `/v3/contacts/lists?limit=50&offset=${lists.length}&sort=asc`,
					headers: authOf(settings),
				});
				if (!isSuccess(answer)) return failureOf(answer);
				const found = readAnswer(foundLists, answer);
				if (!found) return later();
				for (const { id, name, uniqueSubscribers } of found.lists)
					lists.push({ id: String(id), name, contacts: uniqueSubscribers ?? null });
				if (found.lists.length < 50) break;
			}
			return { kind: 'done', lists: lists.slice(0, mostLists) };
		},
		async add(call, settings, listId, { email, name }) {
			const list = numberOf(listId);
			if (list === null) return stopped('list-gone');
			const { first, last } = splitName(name);
			const attributes = { ...(first && { FIRSTNAME: first }), ...(last && { LASTNAME: last }) };
			const headers = authOf(settings);
			const create = (extra: object) =>
				call({
					method: 'POST',
					path: '/v3/contacts',
					headers,
					body: { email, ...extra, listIds: [list], updateEnabled: false },
				});
			let answer = await create(first || last ? { attributes } : {});
			if (answer.status === 400 && /attribute/i.test(errorOf(answer).message)) answer = await create({});
			if (isSuccess(answer)) {
				const created = readAnswer(withId, answer);
				return created ? { kind: 'done', remoteId: String(created.id) } : later();
			}
			if (errorOf(answer).code === 'duplicate_parameter') return addExisting(call, settings, list, email);
			return explain(call, settings, list, answer);
		},
		async remove(call, settings, listId, remoteId) {
			const [list, id] = [numberOf(listId), numberOf(remoteId)];
			if (list === null || id === null) return { kind: 'done' };
			const answer = await call({
				method: 'POST',
				path: `/v3/contacts/lists/${list}/contacts/remove`,
				headers: authOf(settings),
				body: { ids: [id] },
			});
			if (isSuccess(answer) || answer.status === 404) return { kind: 'done' };
			// “Contact already removed from list and/or does not exist”
			const isGone = /already removed|does not exist/i.test(errorOf(answer).message);
			return answer.status === 400 && isGone
				? { kind: 'done' }
				: (commonFailure(answer) ?? failureOf(answer));
		},
		async find(call, settings, _listId, email) {
			const answer = await readContact(call, settings, email);
			if (answer.status === 404) return { kind: 'done', remoteId: null };
			if (!isSuccess(answer)) return failureOf(answer);
			const there = readAnswer(contact, answer);
			return there ? { kind: 'done', remoteId: String(there.id) } : later();
		},
	};
}

const mostLists = 200;

const readContact = (call: CallService, settings: ServiceSettings, email: string) =>
	call({
		method: 'GET',
		path: `/v3/contacts/${encodeURIComponent(email)}?identifierType=email_id`,
		headers: authOf(settings),
	});

/** Adds a contact that the account knows, unless they left. */
async function addExisting(
	call: CallService,
	settings: ServiceSettings,
	list: number,
	email: string,
): Promise<Added> {
	const headers = authOf(settings);
	const answer = await readContact(call, settings, email);
	// Deleted since: it is new the next time.
	if (answer.status === 404) return later();
	if (!isSuccess(answer)) return failureOf(answer);
	const there = readAnswer(contact, answer);
	if (!there) return later();
	if (there.emailBlacklisted || there.listUnsubscribed.includes(list)) return refused('left-there');
	const done = { kind: 'done', remoteId: String(there.id) } as const;
	if (there.listIds.includes(list)) return done;
	const added = await call({
		method: 'POST',
		path: `/v3/contacts/lists/${list}/contacts/add`,
		headers,
		body: { ids: [there.id] },
	});
	if (isSuccess(added)) return done;
	// “Contact already in list and/or does not exist”: it was read just now, so it is there.
	return added.status === 400 && /already in list/i.test(errorOf(added).message)
		? done
		: explain(call, settings, list, added);
}

/** A refusal that may be of the contact or of the list: the list is requested. */
async function explain(
	call: CallService,
	settings: ServiceSettings,
	list: number,
	answer: ServiceAnswer,
): Promise<Failure> {
	const failure = failureOf(answer);
	if (failure.kind !== 'refused') return failure;
	const found = await call({
		method: 'GET',
		path: `/v3/contacts/lists/${list}`,
		headers: authOf(settings),
	});
	return isSuccess(found) ? failure : failureOf(found);
}

const authOf = ({ apiKey }: ServiceSettings) => ({ 'api-key': apiKey });
