import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/documents.ts';
import { exportDocuments } from './export.ts';
import { documentFile } from './file.ts';
import { getDocument, listDocuments } from './queries.ts';

export const documentRoutes: Route[] = [
	handle(contract.listDocuments, ({ scope, query }, services) =>
		listDocuments(services.database.db, scope.organisationId, query),
	),
	handle(contract.exportDocuments, ({ scope, query }, services) =>
		exportDocuments(services, scope.organisationId, query),
	),
	handle(contract.getDocumentFile, async ({ scope, params }, services) =>
		documentFile(
			await getDocument(services.database.db, {
				organisationId: scope.organisationId,
				documentId: params.document,
			}),
		),
	),
];
