import { pageOf } from '#server/http/cursor.ts';
import { handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contracts from '#shared/contracts/event-changes.ts';
import {
	type EditChange,
	type EditRule,
	editRules,
	judgeEdit,
	type PolicyTerms,
	refusalOf,
} from '#shared/rules/edit-rules.ts';
import { memberCan } from '#shared/rules/permissions.ts';

import { answerEvent } from './answer-event.ts';
import { type Author, authorOf } from './changes/author.ts';
import { readEditState } from './changes/edit-state.ts';
import { presentChangeSet } from './changes/present.ts';
import { getChangeSet, listChangeSets } from './changes/queries.ts';
import { announceNow } from './commands/announce-changes.ts';
import { applyChange, planChange } from './commands/plan-change.ts';
import { undoChange } from './commands/undo-change.ts';
import { getWholeEvent } from './queries.ts';

const answerSet = async (services: Services, scope: OrganisationScope, id: string | null, by: Author) =>
	id === null ? null : presentChangeSet(await getChangeSet(services, scope, id), by);

export const changesRoutes: Route[] = [
	handle(contracts.planChange, ({ body, scope, context, caller }, services) =>
		planChange(
			services,
			{ ...scope, input: body.parts.event, ifMatch: context.ifMatch, by: authorOf(caller) },
			context,
		),
	),
	handle(contracts.applyChange, async ({ body, scope, context, caller }, services) => {
		const { notify, note, planHash, parts } = body;
		const by = authorOf(caller);
		const { warnings, changeSetId } = await applyChange(services, {
			...scope,
			input: parts.event,
			ifMatch: context.ifMatch,
			by,
			planHash,
			notice: notify === undefined ? undefined : { notify, note },
		});
		return {
			event: await answerEvent(services, scope, { warnings, translate: context.translate }),
			changeSet: await answerSet(services, scope, changeSetId, by),
		};
	}),
	handle(contracts.listChanges, async ({ query, scope, caller }, services) => {
		const rows = await listChangeSets(services, scope, query);
		const by = authorOf(caller);
		return pageOf(
			rows,
			query.limit,
			(row) => presentChangeSet(row, by),
			({ id }) => [id],
		);
	}),
	handle(contracts.undoChange, async ({ params, scope, context, caller }, services) => {
		const by = authorOf(caller);
		const undoneBy = await undoChange(services, {
			...scope,
			changeSetId: params.changeSet,
			ifMatch: context.ifMatch,
			by,
			mayEditTickets: memberCan(rightsOf(scope), 'tickets.edit'),
			mayPublish: memberCan(rightsOf(scope), 'events.publish'),
		});
		return {
			event: await answerEvent(services, scope),
			changeSet: await answerSet(services, scope, undoneBy, by),
		};
	}),
	handle(contracts.notifyNow, async ({ params, scope, caller }, services) => {
		await announceNow(services, scope, params.changeSet);
		return presentChangeSet(await getChangeSet(services, scope, params.changeSet), authorOf(caller));
	}),
	handle(contracts.listEditRules, async ({ scope, context }, services) => {
		const event = await getWholeEvent(services, scope);
		const state = await readEditState(services, services.database.db, event);
		const policy: PolicyTerms = { text: event.refundPolicy, rules: event.refundRules };
		const before: Partial<Record<EditChange, unknown>> = {
			'event.refund-policy': policy,
			'event.change-rules': event.changeRules,
			'event.resale-rules': event.resaleRules,
		};
		const refusals = (Object.keys(editRules) as EditChange[]).flatMap((change) => {
			const { rule } = judgeEdit({ change, before: before[change] }, { ...state, confirmed: 0, held: 0 });
			return rule ? [{ change, rule, message: context.translate(refusalOf(rule as EditRule, state)) }] : [];
		});
		return { phase: state.phase, refusals };
	}),
];
