import { routes } from '../domain/modules.ts';
import { clientSource, isForKeys } from './client-source.ts';
import { openApiDocument } from './openapi.ts';
import { postmanCollection } from './postman.ts';

interface Instance {
	productName: string;
	appUrl: string;
}

interface ApiFile {
	contentType: string;
	/** Written once, when it is first requested. */
	write: (instance: Instance) => string;
}

const endpoints = routes.map((route) => route.endpoint);

/** What describes the API to programs, all made from the contracts. The client has only what an API key may call. */
export const apiFiles: Record<`/api/${string}`, ApiFile> = {
	'/api/openapi.json': {
		contentType: 'application/json',
		write: (instance) => JSON.stringify(openApiDocument(endpoints, instance)),
	},
	'/api/client.ts': {
		contentType: 'text/plain; charset=utf-8',
		write: (instance) => clientSource(openApiDocument(endpoints.filter(isForKeys), instance)),
	},
	'/api/postman.json': {
		contentType: 'application/json',
		write: (instance) => JSON.stringify(postmanCollection(openApiDocument(endpoints, instance))),
	},
};
