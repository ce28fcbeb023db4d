import { useState } from 'react';
import { useHydrated } from './hydrated.ts';
import { jsonForScript } from './json-text.ts';

/**
 * Structured data for search engines, which read the document as the server made it. On a page reached inside the
 * application there is none: nobody would read it, and script text may not be written by script (Trusted Types).
 */
export function JsonLd({ data }: { data: object }) {
	const isHydrated = useHydrated();
	const text = jsonForScript(data);
	const [ofDocument] = useState(isHydrated ? null : text);
	if (text !== ofDocument) return null;
	return (
		// JSON with every `<` written as an escape.
		<script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
	);
}
