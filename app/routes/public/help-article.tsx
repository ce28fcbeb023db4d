import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { ArticleBody } from '#app/features/content/components/article-body.tsx';
import { JsonLd } from '#app/lib/json-ld.tsx';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { PublicHead } from '#app/shell/public-head.tsx';
import { useSite } from '#app/shell/site.ts';
import { getHelp } from '#shared/contracts/content.ts';
import type { Route } from './+types/help-article';

export const headers = publicPageHeaders(15);
export const handle = publicPageHandle();

export async function loader({ context, request, params }: Route.LoaderArgs) {
	return { article: await serverApi({ context, request }).call(getHelp, { params: { slug: params.slug } }) };
}

export default function HelpArticlePage({ loaderData }: Route.ComponentProps) {
	const { article } = loaderData;
	const { appUrl } = useSite();
	return (
		<div className="page-width w-full py-10 md:py-16">
			<PublicHead
				title={article.title}
				description={article.summary}
				path={`/help/${article.slug}`}
				imageUrl={article.shareImageUrl}
				type="article"
				modifiedAt={article.updatedAt}
			/>
			{import.meta.env.SSR ? (
				<JsonLd
					data={{
						'@context': 'https://schema.org',
						'@type': 'BreadcrumbList',
						itemListElement: [
							{ '@type': 'ListItem', position: 1, name: 'Help Center', item: `${appUrl}/help` },
							{ '@type': 'ListItem', position: 2, name: article.title },
						],
					}}
				/>
			) : null}
			<p className="mb-3">
				<Link to="/help" className="link text-sm">
					<Trans>Help Center</Trans>
				</Link>
			</p>
			<h1 tabIndex={-1} dir="auto" className="title-page mb-6 max-w-measure">
				{article.title}
			</h1>
			<ArticleBody page={article} />
			{article.related.length > 0 ? (
				<nav aria-labelledby="related" className="mt-12 border-t pt-8">
					<h2 id="related" className="text-base font-semibold">
						<Trans>Read next</Trans>
					</h2>
					<ul className="mt-2">
						{article.related.map((one) => (
							<li key={one.slug}>
								<Link
									to={`/help/${one.slug}`}
									dir="auto"
									className="link inline-flex min-h-9 items-center text-sm pointer-coarse:min-h-11"
								>
									{one.title}
								</Link>
							</li>
						))}
					</ul>
				</nav>
			) : null}
			<p className="mt-8 text-sm text-muted">
				<Trans>
					This did not help?{' '}
					<Link to="/contact" className="link">
						Contact us
					</Link>
					.
				</Trans>
			</p>
		</div>
	);
}
