import { PageTitle } from './page-title.tsx';
import { useSite } from './site.ts';

/** The picture of a page whose words are not content; the server answers with the one of today. */
export const pictureOf = (name: string) => `/og/pages/${name}-000000000000.png`;

/** Head tags of a public page for search engines and messengers. */
export function PublicHead(props: {
	title: string;
	description: string;
	/** With a leading slash. */
	path: string;
	imageUrl: string;
	type?: 'website' | 'article';
	/** An instant, for articles. */
	publishedAt?: string;
	modifiedAt?: string;
	isHidden?: boolean;
}) {
	const { appUrl, productName } = useSite();
	const { title, description, path, imageUrl, type = 'website' } = props;
	return (
		<>
			<PageTitle title={title} description={description} />
			{/* Machines want whole addresses: without APP_URL nothing is said rather than a path. */}
			{appUrl ? <link rel="canonical" href={`${appUrl}${path}`} /> : null}
			{props.isHidden ? <meta name="robots" content="noindex, follow" /> : null}
			<meta property="og:type" content={type} />
			<meta property="og:site_name" content={productName} />
			<meta property="og:title" content={title} />
			<meta property="og:description" content={description} />
			{appUrl ? <meta property="og:url" content={`${appUrl}${path}`} /> : null}
			<meta property="og:image" content={`${appUrl}${imageUrl}`} />
			{imageUrl.startsWith('/og/') ? (
				<>
					<meta property="og:image:width" content="1200" />
					<meta property="og:image:height" content="630" />
				</>
			) : null}
			<meta name="twitter:card" content="summary_large_image" />
			{props.publishedAt ? <meta property="article:published_time" content={props.publishedAt} /> : null}
			{props.modifiedAt ? <meta property="article:modified_time" content={props.modifiedAt} /> : null}
		</>
	);
}
