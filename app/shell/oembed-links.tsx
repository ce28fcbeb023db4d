import { useSite } from './site.ts';

/**
 * Where other sites ask how to show a page, as oEmbed has them find it. They read the document as the server made it: write
 * `{import.meta.env.SSR ? <OembedLinks … /> : null}`, so that browsers get no script for it.
 * @param props `path` as the canonical link has it, with a leading slash
 */
export function OembedLinks({ path, title }: { path: string; title: string }) {
	const { appUrl } = useSite();
	// Machines want whole addresses: without APP_URL nothing is said rather than a path.
	if (!appUrl) return null;
	const href = `${appUrl}/oembed?url=${encodeURIComponent(appUrl + path)}`;
	return (
		<>
			<link rel="alternate" type="application/json+oembed" href={href} title={title} />
			<link rel="alternate" type="text/xml+oembed" href={`${href}&format=xml`} title={title} />
		</>
	);
}
