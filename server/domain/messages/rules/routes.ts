import {
	handle,
	type OrganisationScope,
	type RequestContext,
	type Route,
	rightsOf,
} from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { eventMessages, seriesMessages } from '#shared/contracts/guest-messages.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { type PlaceParams, placeOf } from '../place.ts';
import { listRules, presentRule } from './list-rules.ts';
import { previewRule } from './preview-rule.ts';
import { createRule, removeRule, updateRule } from './save-rule.ts';

type CreateBody = Parameters<typeof createRule>[2];
type UpdateBody = Parameters<typeof updateRule>[2]['changes'];
type PreviewBody = Parameters<typeof previewRule>[2];

interface Call {
	scope: OrganisationScope;
	params: PlaceParams;
	context: RequestContext;
}

type CallOfRule = Call & { params: { rule: string } };

const list = async ({ scope, params, context }: Call, services: Services) => ({
	data: await listRules(services, placeOf(scope, params), context.translate),
	nextCursor: null,
});

async function create({ scope, params, context, body }: Call & { body: CreateBody }, services: Services) {
	const place = placeOf(scope, params);
	return presentRule(services, place, await createRule(services, place, body, context.translate));
}

async function update(
	{ scope, params, context, body }: CallOfRule & { body: UpdateBody },
	services: Services,
) {
	const place = placeOf(scope, params);
	const how = { ruleId: params.rule, ifMatch: context.ifMatch, changes: body };
	return presentRule(services, place, await updateRule(services, place, how));
}

async function remove({ scope, params }: CallOfRule, services: Services) {
	await removeRule(services, placeOf(scope, params), params.rule);
	return undefined;
}

const preview = ({ scope, params, context, body }: Call & { body: PreviewBody }, services: Services) =>
	previewRule(services, placeOf(scope, params), body, {
		maySeeAddresses: memberCan(rightsOf(scope), 'attendees.view'),
		translate: context.translate,
	});

/** Rules of an event and of a series: the same calls for both. */
export const ruleRoutes: Route[] = [
	handle(eventMessages.rules, list),
	handle(eventMessages.createRule, create),
	handle(eventMessages.updateRule, update),
	handle(eventMessages.removeRule, remove),
	handle(eventMessages.previewRule, preview),
	handle(seriesMessages.rules, list),
	handle(seriesMessages.createRule, create),
	handle(seriesMessages.updateRule, update),
	handle(seriesMessages.removeRule, remove),
	handle(seriesMessages.previewRule, preview),
];
