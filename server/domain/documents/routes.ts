import { handle, type Route } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contract from '#shared/contracts/documents.ts';
import * as giftContract from '#shared/contracts/gift-receipts.ts';
import { OPERATOR_BOOKS } from '../ledger/post.ts';
import { eInvoiceFile } from './e-invoice/file.ts';
import { exportDocuments } from './export.ts';
import { documentFile } from './file.ts';
import { readGiftReceiptSettings, updateGiftReceiptSettings } from './gift-settings.ts';
import { getDocument, listDocuments } from './queries.ts';

export const documentRoutes: Route[] = [
	handle(contract.listDocuments, ({ scope, query }, services) =>
		listDocuments(services.database.db, scope.organisationId, query),
	),
	handle(contract.exportDocuments, ({ scope, query: { eInvoices, ...filters } }, services) =>
		exportDocuments(services, scope.organisationId, filters, eInvoices),
	),
	handle(contract.exportOperatorDocuments, ({ query: { eInvoices, ...filters } }, services) =>
		exportDocuments(services, OPERATOR_BOOKS, filters, eInvoices),
	),
	handle(contract.getDocumentFile, async ({ scope, params }, services) =>
		documentFile(
			await getDocument(services.database.db, {
				organisationId: scope.organisationId,
				documentId: params.document,
			}),
		),
	),
	handle(contract.getEInvoice, async ({ scope, params, query }, services) =>
		eInvoiceFile(
			await getDocument(services.database.db, {
				organisationId: scope.organisationId,
				documentId: params.document,
			}),
			query.format,
		),
	),
	handle(giftContract.getGiftReceiptSettings, ({ scope }, services) =>
		settingsOf(services, scope.organisationId),
	),
	handle(giftContract.updateGiftReceiptSettings, async ({ scope, body, context }, services) => {
		const { organisationId } = scope;
		await updateGiftReceiptSettings(services, organisationId, { input: body, ifMatch: context.ifMatch });
		return settingsOf(services, organisationId);
	}),
];

async function settingsOf(services: Services, organisationId: string) {
	const { db } = services.database;
	return (await readGiftReceiptSettings(db, organisationId, services.clock.now())).settings;
}
