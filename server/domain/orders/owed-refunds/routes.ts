import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/owed-refunds.ts';
import { getManagedOrderView } from '../paid-order.ts';
import { listOwedRefunds } from './list.ts';
import { setRefundAccount } from './refund-account.ts';
import { createRefundFile, deleteRefundFile, recordSentRefunds, renderRefundFile } from './refund-files.ts';

/** Refunds that no provider sends: list, bank account, transfer file, and recording them as sent. */
export const owedRefundRoutes: Route[] = [
	handle(contract.listOwedRefunds, ({ scope, query }, services) =>
		listOwedRefunds(services.database.db, scope.organisationId, query),
	),
	handle(contract.recordSentRefunds, async ({ scope, body, caller }, services) => ({
		count: await recordSentRefunds(services, scope.organisationId, { ...body, userId: caller.userId }),
	})),
	handle(contract.createRefundFile, ({ scope, body, caller }, services) =>
		createRefundFile(services, scope.organisationId, { ...body, userId: caller.userId }),
	),
	handle(contract.getRefundFile, async ({ scope, params }, services) => {
		const file = { organisationId: scope.organisationId, fileId: params.file };
		return new Response(await renderRefundFile(services, file), {
			headers: {
				'Content-Type': 'application/xml; charset=utf-8',
				'Content-Disposition': `attachment; filename="refunds-${params.file}.xml"`,
			},
		});
	}),
	handle(contract.deleteRefundFile, async ({ scope, params }, services) => {
		await deleteRefundFile(services, { organisationId: scope.organisationId, fileId: params.file });
		return undefined;
	}),
	handle(contract.setRefundAccount, async ({ order, body }, services) => {
		await setRefundAccount(services, order, body);
		return getManagedOrderView(services, order);
	}),
];
