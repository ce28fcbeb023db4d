import { useSite } from './site.ts';

/**
 * The document's title and description, from inside a page, in the visitor's language. Every page has exactly one; without
 * `title` it is the product's name alone.
 */
export function PageTitle({ title, description }: { title?: string; description?: string }) {
	const { productName } = useSite();
	return (
		<>
			<title>{title ? `${title} · ${productName}` : productName}</title>
			{description ? <meta name="description" content={description} /> : null}
		</>
	);
}
