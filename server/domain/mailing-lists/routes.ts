import { pageOf } from '#server/http/cursor.ts';
import {
	type Caller,
	handle,
	handlePrepared,
	type OrganisationScope,
	type Route,
	rightsOf,
} from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contracts from '#shared/contracts/mailing-lists.ts';
import { pauseMailingList, resumeMailingList } from './commands/run-list.ts';
import {
	askForList,
	changeListKey,
	createMailingList,
	deleteMailingList,
	findServiceLists,
} from './commands/save-list.ts';
import { presentContact, presentMailingList } from './present.ts';
import {
	countContacts,
	getMailingList,
	listContacts,
	listMailingLists,
	type MailingListRow,
} from './queries.ts';
import { requireFollowers } from './rights.ts';

const which = ({ organisationId }: OrganisationScope, { mailingList }: { mailingList: string }) => ({
	organisationId,
	mailingListId: mailingList,
});
const makerOf = (scope: OrganisationScope, { userId }: Caller) => ({ userId, rights: rightsOf(scope) });

async function present({ database: { db } }: Services, row: MailingListRow) {
	const { organisationId, id } = row;
	return presentMailingList(row, (await countContacts(db, { organisationId, mailingListId: id }))(id));
}

export const mailingListRoutes: Route[] = [
	handlePrepared(
		contracts.findServiceLists,
		({ scope, body }, services) => findServiceLists(services, scope.organisationId, body),
		(_input, _services, data) => ({ data }),
	),
	handlePrepared(
		contracts.createMailingList,
		({ scope, body }, services) =>
			askForList(services, {
				...{ organisationId: scope.organisationId, rights: rightsOf(scope), input: body },
			}),
		async ({ scope: { organisationId }, caller: { userId } }, services, found) =>
			present(services, await createMailingList(services, { organisationId, userId, found })),
	),
	handle(contracts.listMailingLists, async ({ scope: { organisationId } }, services) => {
		const { db } = services.database;
		const [rows, countsOf] = await Promise.all([
			listMailingLists(db, organisationId),
			countContacts(db, { organisationId }),
		]);
		return { data: rows.map((row) => presentMailingList(row, countsOf(row.id))) };
	}),
	handle(contracts.getMailingList, async ({ scope, params }, services) =>
		present(services, await getMailingList(services.database.db, which(scope, params))),
	),
	handle(contracts.changeMailingListKey, async ({ scope, caller, params, body, context }, services) =>
		present(
			services,
			await changeListKey(services, which(scope, params), body.settings, {
				editor: makerOf(scope, caller),
				ifMatch: context.ifMatch,
			}),
		),
	),
	handle(contracts.deleteMailingList, async ({ scope, params }, services) => {
		await deleteMailingList(services, which(scope, params));
		return undefined;
	}),
	handle(contracts.pauseMailingList, async ({ scope, params }, services) =>
		present(services, await pauseMailingList(services, which(scope, params))),
	),
	handle(contracts.resumeMailingList, async ({ scope, caller, params }, services) =>
		present(services, await resumeMailingList(services, which(scope, params), makerOf(scope, caller))),
	),
	handle(contracts.listMailingListContacts, async ({ scope, params, query }, services) => {
		requireFollowers(rightsOf(scope));
		const { db } = services.database;
		await getMailingList(db, which(scope, params));
		return pageOf(
			await listContacts(db, which(scope, params), query),
			query.limit,
			presentContact,
			({ contact }) => [contact.followerId],
		);
	}),
];
