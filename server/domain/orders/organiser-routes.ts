import { refuseStale } from '#server/domain/accounts/sessions.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as attendeeMoves from '#shared/contracts/attendee-moves.ts';
import * as bulkRuns from '#shared/contracts/bulk-runs.ts';
import * as guestImport from '#shared/contracts/guest-import.ts';
import * as orderMoney from '#shared/contracts/order-money.ts';
import * as payouts from '#shared/contracts/payouts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { getBulk, listBulk, listBulkFailures, previewBulk, startBulk, stopBulk } from './bulk/bulk-runs.ts';
import { importGuests } from './commands/import-guests.ts';
import { undoImport } from './commands/undo-import.ts';
import { listImports, presentImport } from './import/import-record.ts';
import { previewImport } from './import/preview-import.ts';
import { suggestEvidence } from './money/dispute-evidence.ts';
import { getEventMoney, listFigureRows } from './money/event-figures.ts';
import { exportOrders } from './money/export-orders.ts';
import { moveGuests } from './moves/move-guests.ts';

/** Guest list imports: preview, import, undo within an hour. */
const importRoutes: Route[] = [
	handle(guestImport.previewAttendeeImport, ({ scope, query, file, context }, services) =>
		previewImport(services, scope, { file, choices: query, translate: context.translate }),
	),
	handle(guestImport.importAttendees, async ({ scope, query, file, caller }, services) => {
		const { sendMail = false, ...choices } = query;
		const record = await importGuests(services, { ...scope, userId: caller.userId, file, choices, sendMail });
		return presentImport(record, services.clock.now());
	}),
	handle(guestImport.listAttendeeImports, async ({ scope }, services) => {
		const records = await listImports(services.database.db, scope);
		const now = services.clock.now();
		return { data: records.map((record) => presentImport(record, now)), nextCursor: null };
	}),
	handle(guestImport.undoAttendeeImport, async ({ params, scope }, services) => {
		const record = await undoImport(services, { ...scope, importId: params.import });
		return presentImport(record, services.clock.now());
	}),
];

const bulkRoutes: Route[] = [
	handle(bulkRuns.previewBulkRun, ({ scope }, services) => previewBulk(services, scope)),
	handle(bulkRuns.startBulkRun, ({ scope, body, caller }, services) => {
		refuseStale(caller, services.clock.now());
		return startBulk(services, scope, { ...body, userId: caller.userId });
	}),
	handle(bulkRuns.listBulkRuns, async ({ scope }, services) => ({
		data: await listBulk(services.database.db, scope),
	})),
	handle(bulkRuns.getBulkRun, async ({ scope, params }, services) => {
		const request = { ...scope, runId: params.run };
		const [run, failures] = await Promise.all([
			getBulk(services.database.db, request),
			listBulkFailures(services.database.db, request),
		]);
		return { ...run, failures };
	}),
	handle(bulkRuns.stopBulkRun, ({ scope, params }, services) =>
		stopBulk(services, { ...scope, runId: params.run }),
	),
];

const moveRoutes: Route[] = [
	handle(attendeeMoves.moveAttendees, async ({ scope, body, context }, services) => {
		const { organisationId, eventId } = scope;
		const { attendeeIds, toEvent: toEventId, notify, note, preview } = body;
		const input = { organisationId, eventId, attendeeIds, toEventId, notify, note, isPreview: preview };
		try {
			return { ...(await moveGuests(services, input)), problem: null };
		} catch (error) {
			if (!preview || !(error instanceof AppError) || error.code !== 'BUSINESS_RULE_VIOLATION') throw error;
			const { left } = error.metadata;
			const sentence = error.messages.userMessage;
			return {
				...{ moved: 0, orders: [] },
				left: typeof left === 'number' ? left : null,
				problem: sentence ? context.translate(sentence) : error.userMessage,
			};
		}
	}),
];

/** Revenue of an event. */
const eventMoneyRoutes: Route[] = [
	handle(orderMoney.getEventMoney, ({ scope }, services) => getEventMoney(services, scope)),
	handle(orderMoney.listFigureRows, ({ scope, query }, services) => listFigureRows(services, scope, query)),
	handle(payouts.suggestEvidence, ({ scope, params }, services) =>
		suggestEvidence(services, { organisationId: scope.organisationId, disputeId: params.dispute }),
	),
	handle(orderMoney.exportOrders, ({ scope, query }, services) =>
		exportOrders(services, scope, query.format),
	),
];

/** Routes for organisers about the orders and guests of an event: import, bulk runs, moves to another event, figures and exports. */
export const organiserRoutes: Route[] = [...importRoutes, ...bulkRoutes, ...moveRoutes, ...eventMoneyRoutes];
