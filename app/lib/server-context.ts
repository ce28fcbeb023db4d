import { createContext, type RouterContextProvider } from 'react-router';
import { PRODUCT_NAME } from '#shared/lib/product.ts';

/**
 * What the HTTP server hands to loaders and to the document. The keys are objects, so both sides must hold the same ones:
 * entry.server.tsx re-exports them and the server takes them from the built entry module.
 */

/** Nonce of this response's content security policy; empty in development, where there is no policy. */
export const nonceContext = createContext<string>('');

/** Takes a fault of rendering to the server's log. */
export const faultContext = createContext<(fault: unknown) => void>((fault) => console.error(fault));

/**
 * Long texts of the document that is being rendered, by key: they stand in its HTML and would stand in the data for hydration
 * once more. Null where only data is requested.
 */
export const documentTextsContext = createContext<Map<string, string> | null>(null);

/** Answers an API request inside this process, without the network. */
export type ApiFetch = (request: Request) => Response | Promise<Response>;
export const apiContext = createContext<ApiFetch | null>(null);

/** What the operator set and every page may show. */
export interface Site {
	productName: string;
	/** Address of this installation without a trailing slash; empty: as the visitor typed it. */
	appUrl: string;
	/** Where 'Contact Support' writes to; empty while no one gave one: the contact form is the way then. */
	supportEmail: string;
	/** A mail server is set. Without one no text may say that an email was or will be sent. */
	hasEmail: boolean;
}
export const siteContext = createContext<Site>({
	productName: PRODUCT_NAME,
	appUrl: '',
	supportEmail: '',
	hasEmail: true,
});

export type LoadContext = Readonly<RouterContextProvider>;
