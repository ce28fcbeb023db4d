import { Trans } from '@lingui/react/macro';
import { ArticleBody } from '#app/features/content/components/article-body.tsx';
import { useFormats } from '#app/lib/format.ts';
import { JsonLd } from '#app/lib/json-ld.tsx';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { PublicHead } from '#app/shell/public-head.tsx';
import { useSite } from '#app/shell/site.ts';
import { getPage } from '#shared/contracts/content.ts';
import type { Route } from './+types/content-page';

export const headers = publicPageHeaders(15);
export const handle = publicPageHandle();

/** About, privacy, terms, press, careers: pages that the operator writes. The path names them. */
export async function loader({ context, request }: Route.LoaderArgs) {
	const slug = new URL(request.url).pathname.replaceAll('/', '').replace(/\.data$/, '');
	return { page: await serverApi({ context, request }).call(getPage, { params: { slug } }) };
}

export default function ContentPageRoute({ loaderData }: Route.ComponentProps) {
	const { page } = loaderData;
	const formats = useFormats();
	const { appUrl, productName } = useSite();
	const changed = formats.date(page.updatedAt, 'UTC');
	return (
		<div className="page-width w-full py-10 md:py-16">
			<PublicHead
				title={page.title}
				description={page.summary}
				path={`/${page.slug}`}
				imageUrl={page.shareImageUrl}
			/>
			{import.meta.env.SSR && page.slug === 'about' ? (
				<JsonLd
					data={{
						'@context': 'https://schema.org',
						'@type': 'AboutPage',
						name: page.title,
						description: page.summary,
						url: `${appUrl}/about`,
						mainEntity: { '@type': 'Organization', name: productName, url: `${appUrl}/` },
					}}
				/>
			) : null}
			<header className="mb-8 max-w-measure md:mb-12">
				<h1 tabIndex={-1} dir="auto" className="title-event">
					{page.title}
				</h1>
				<p className="mt-4 text-lg text-muted" dir="auto">
					{page.summary}
				</p>
			</header>
			<ArticleBody page={page} />
			<p className="mt-12 text-compact text-muted">
				<Trans>Last changed on {changed}</Trans>
			</p>
		</div>
	);
}
