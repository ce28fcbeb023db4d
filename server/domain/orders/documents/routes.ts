import { eInvoiceFile } from '#server/domain/documents/e-invoice/file.ts';
import { documentFile } from '#server/domain/documents/file.ts';
import { getDocument, presentDocument } from '#server/domain/documents/queries.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/documents.ts';
import * as giftContract from '#shared/contracts/gift-receipts.ts';
import { readReadiness } from './due-receipts.ts';
import { issueGiftReceipt } from './gift-receipts.ts';
import { askInvoice, openDocuments, replaceDocument } from './issue-documents.ts';

/** Documents behind the link of an order. */
export const orderDocumentRoutes: Route[] = [
	handle(contract.listOwnDocuments, async ({ order }, services) => {
		const { documents, ...rest } = await openDocuments(services, order);
		return { data: documents.map(presentDocument), ...rest };
	}),
	handle(contract.getOwnDocumentFile, async ({ order, params }, services) =>
		documentFile(
			await getDocument(services.database.db, {
				organisationId: order.organisationId,
				documentId: params.document,
				subjectId: order.orderId,
			}),
		),
	),
	handle(contract.getOwnEInvoice, async ({ order, params, query }, services) =>
		eInvoiceFile(
			await getDocument(services.database.db, {
				organisationId: order.organisationId,
				documentId: params.document,
				subjectId: order.orderId,
			}),
			query.format,
		),
	),
	handle(contract.askInvoice, async ({ order, body }, services) =>
		presentDocument(await askInvoice(services, order, body)),
	),
	handle(contract.getDocumentReadiness, ({ scope }, services) =>
		readReadiness(services.database.db, scope.organisationId),
	),
	handle(contract.replaceDocument, async ({ scope, params, body }, services) => {
		const { organisationId } = scope;
		const where = { organisationId, documentId: params.document };
		return presentDocument(await replaceDocument(services, where, body.reason));
	}),
	handle(giftContract.askGiftReceipt, async ({ order, body }, services) =>
		presentDocument(await issueGiftReceipt(services, order, body)),
	),
	handle(giftContract.issueGiftReceipt, async ({ scope, params }, services) => {
		const order = { organisationId: scope.organisationId, eventId: scope.eventId, orderId: params.order };
		return presentDocument(await issueGiftReceipt(services, order, null));
	}),
];
