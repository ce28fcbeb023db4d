import { useSite } from '#app/shell/site.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** Open Graph tags of an event, for shared links and search engines. They read the document as the server made it, so browsers get no script for it. */
export function EventTags(props: { event: PublicEvent; title: string; description: string; page: string }) {
	const { event, title, description, page } = props;
	const { appUrl, productName } = useSite();
	return (
		<>
			<meta property="og:type" content="website" />
			<meta property="og:site_name" content={productName} />
			<meta property="og:title" content={title} />
			<meta property="og:description" content={description} />
			{/* Machines want whole addresses: without APP_URL nothing is said rather than a path. */}
			{appUrl ? <meta property="og:url" content={`${appUrl}${page}`} /> : null}
			<meta property="og:image" content={`${appUrl}${event.shareImageUrl}`} />
			<meta property="og:image:width" content="1200" />
			<meta property="og:image:height" content="630" />
			<meta property="og:image:alt" content={title} />
			<meta name="twitter:card" content="summary_large_image" />
		</>
	);
}
