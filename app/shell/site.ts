import { useRouteLoaderData } from 'react-router';
import type { Site } from '#app/lib/server-context.ts';
import { PRODUCT_NAME } from '#shared/lib/product.ts';

const FALLBACK: Site = { productName: PRODUCT_NAME, appUrl: '', supportEmail: '', hasEmail: true };

/** What the operator set: the product's name, the support address. */
export function useSite(): Site {
	return (useRouteLoaderData('root') as { site: Site } | undefined)?.site ?? FALLBACK;
}
