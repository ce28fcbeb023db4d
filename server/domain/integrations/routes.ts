import { pageOf } from '#server/http/cursor.ts';
import { type Caller, handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import * as deliveries from '#shared/contracts/deliveries.ts';
import * as contracts from '#shared/contracts/integrations.ts';
import { webhookSamples } from '#shared/rules/webhook-samples.ts';
import { webhookTypeTexts } from '#shared/rules/webhook-texts.ts';
import { connectionKinds, connectors, formerTypeOf, webhookTypes } from '#shared/rules/webhook-types.ts';
import { requireOwnRights } from '../accounts/handing-on.ts';
import { refuseStale } from '../accounts/sessions.ts';
import {
	pauseConnection,
	replayDead,
	replayDelivery,
	resumeConnection,
	startBackfill,
	testConnection,
} from './commands/run-connection.ts';
import {
	createConnection,
	deleteConnection,
	revealSecret,
	rotateSecret,
	updateConnection,
} from './commands/save-connection.ts';
import { presentConnection, presentDelivery, presentDeliveryDetail } from './present.ts';
import {
	getConnection,
	getDelivery,
	listAttempts,
	listConnections,
	listDeliveries,
	listSamples,
	readShownGuests,
} from './queries.ts';

const which = ({ organisationId }: OrganisationScope, { connection }: { connection: string }) => ({
	organisationId,
	connectionId: connection,
});
const whichDelivery = ({ organisationId }: OrganisationScope, { delivery }: { delivery: string }) => ({
	organisationId,
	deliveryId: delivery,
});

const readerOf = (scope: OrganisationScope, { viewedBy }: Caller) => ({
	membership: scope,
	isViewer: viewedBy !== null,
});
const makerOf = (scope: OrganisationScope, { userId }: Caller) => ({ userId, rights: rightsOf(scope) });

export const integrationRoutes: Route[] = [
	handle(contracts.createConnection, async ({ scope, caller, body }, services) => {
		const { row, secret } = await createConnection(services, {
			organisationId: scope.organisationId,
			maker: makerOf(scope, caller),
			isByKey: caller.key !== undefined && caller.key !== null,
			input: body,
		});
		return { ...presentConnection(services, row), secret };
	}),
	handle(contracts.listConnections, async ({ scope }, services) => {
		const rows = await listConnections(services.database.db, scope.organisationId);
		return { data: rows.map((row) => presentConnection(services, row)) };
	}),
	handle(contracts.getConnection, async ({ scope, params }, services) =>
		presentConnection(services, await getConnection(services.database.db, which(scope, params))),
	),
	handle(contracts.updateConnection, async ({ scope, caller, params, body, context }, services) =>
		presentConnection(
			services,
			await updateConnection(services, which(scope, params), body, {
				editor: makerOf(scope, caller),
				ifMatch: context.ifMatch,
			}),
		),
	),
	handle(contracts.deleteConnection, async ({ scope, params }, services) => {
		await deleteConnection(services, which(scope, params));
		return undefined;
	}),
	handle(contracts.pauseConnection, async ({ scope, params }, services) =>
		presentConnection(services, await pauseConnection(services, which(scope, params))),
	),
	handle(contracts.resumeConnection, async ({ scope, params }, services) =>
		presentConnection(services, await resumeConnection(services, which(scope, params))),
	),
	handle(contracts.rotateConnectionSecret, async ({ scope, params }, services) => {
		const { row, secret } = await rotateSecret(services, which(scope, params));
		return { ...presentConnection(services, row), secret };
	}),
	handle(contracts.revealConnectionSecret, async ({ scope, params, caller }, services) => {
		refuseStale(caller, services.clock.now());
		return { secret: await revealSecret(services, which(scope, params)) };
	}),
	handle(deliveries.testConnection, async ({ scope, params }, services) =>
		presentDelivery(await testConnection(services, which(scope, params))),
	),
	handle(deliveries.listDeliveries, async ({ scope, params, query }, services) => {
		const { db } = services.database;
		await getConnection(db, which(scope, params));
		return pageOf(
			await listDeliveries(db, which(scope, params), query),
			query.limit,
			presentDelivery,
			({ delivery }) => [delivery.id],
		);
	}),
	handle(deliveries.getDelivery, async ({ scope, caller, params }, services) => {
		const { db } = services.database;
		const row = await getDelivery(db, whichDelivery(scope, params));
		requireOwnRights('message', [row.message.type], rightsOf(scope));
		const { organisationId, connectionId } = row.delivery;
		const connection = await getConnection(db, { organisationId, connectionId });
		return presentDeliveryDetail(
			row,
			connection,
			await listAttempts(db, whichDelivery(scope, params)),
			await readShownGuests(services, row, connection, readerOf(scope, caller)),
		);
	}),
	handle(deliveries.replayDelivery, async ({ scope, params }, services) =>
		presentDelivery(await replayDelivery(services, whichDelivery(scope, params))),
	),
	handle(deliveries.replayDead, async ({ scope, params, body }, services) => ({
		count: await replayDead(services, which(scope, params), new Date(body.since)),
	})),
	handle(contracts.backfillConnection, async ({ scope, params, body }, services) => {
		const input = { types: body.types, since: new Date(body.since), isTrial: body.onlyCount };
		const { count, row } = await startBackfill(services, which(scope, params), input);
		return { count, backfill: presentConnection(services, row).backfill };
	}),
	handle(contracts.listConnectors, () => ({
		data: connectionKinds.map((kind) => ({
			kind,
			...connectors[kind],
			isSigned: kind === 'webhook',
			types: [...webhookTypes],
		})),
	})),
	handle(contracts.listWebhookSamples, async ({ scope, caller, params, query }, services) => ({
		data: await listSamples(services, scope.organisationId, params.type, {
			reader: readerOf(scope, caller),
			withGuests: query.withGuests === 'true',
		}),
	})),
	handle(contracts.listWebhookTypes, () => ({
		data: webhookTypes.map((type) => ({
			type,
			formerName: formerTypeOf(type) ?? null,
			description: webhookTypeTexts[type],
			sample: webhookSamples[type],
		})),
	})),
];
