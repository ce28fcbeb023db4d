import { documentFile } from '#server/domain/documents/file.ts';
import { getDocument, presentDocument } from '#server/domain/documents/queries.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/documents.ts';
import { askInvoice, openDocuments } from './issue-documents.ts';

/** Documents behind the link of an order. */
export const orderDocumentRoutes: Route[] = [
	handle(contract.listOwnDocuments, async ({ order }, services) => {
		const { documents, canInvoice } = await openDocuments(services, order);
		return { data: documents.map(presentDocument), canInvoice };
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
	handle(contract.askInvoice, async ({ order, body }, services) =>
		presentDocument(await askInvoice(services, order, body)),
	),
];
