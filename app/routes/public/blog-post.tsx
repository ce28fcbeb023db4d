import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { ArticleBody } from '#app/features/content/components/article-body.tsx';
import { PostCard, PostFacts } from '#app/features/content/components/post-card.tsx';
import { JsonLd } from '#app/lib/json-ld.tsx';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { PublicHead } from '#app/shell/public-head.tsx';
import { useSite } from '#app/shell/site.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { getPost } from '#shared/contracts/content.ts';
import type { Route } from './+types/blog-post';

export const headers = publicPageHeaders(15);
export const handle = publicPageHandle();

export async function loader({ context, request, params }: Route.LoaderArgs) {
	return { post: await serverApi({ context, request }).call(getPost, { params: { slug: params.slug } }) };
}

export default function BlogPostPage({ loaderData }: Route.ComponentProps) {
	const { post } = loaderData;
	const { t } = useLingui();
	const { appUrl, productName } = useSite();
	return (
		<div className="page-width w-full py-10 md:py-16">
			<PublicHead
				title={post.title}
				description={post.summary}
				path={`/blog/${post.slug}`}
				imageUrl={post.shareImageUrl}
				type="article"
				publishedAt={post.publishedAt}
				modifiedAt={post.updatedAt}
			/>
			{import.meta.env.SSR ? (
				<JsonLd
					data={{
						'@context': 'https://schema.org',
						'@type': 'BlogPosting',
						headline: post.title,
						description: post.summary,
						datePublished: post.publishedAt,
						dateModified: post.updatedAt,
						image: `${appUrl}${post.shareImageUrl}`,
						mainEntityOfPage: `${appUrl}/blog/${post.slug}`,
						keywords: post.tags.join(', '),
						author: { '@type': 'Organization', name: productName, url: `${appUrl}/` },
						publisher: { '@type': 'Organization', name: productName, url: `${appUrl}/` },
					}}
				/>
			) : null}
			<article>
				<header className="mb-8 max-w-measure md:mb-12">
					<p className="mb-3">
						<Link to="/blog" className="link text-sm">
							<Trans>Plan great events</Trans>
						</Link>
					</p>
					<h1 tabIndex={-1} dir="auto" className="title-event">
						{post.title}
					</h1>
					<p className="mt-4 mb-4 text-lg text-muted" dir="auto">
						{post.summary}
					</p>
					<PostFacts post={post} />
					<ul aria-label={t`Topics`} className="mt-4 flex flex-wrap gap-2">
						{post.tags.map((tag) => (
							<li key={tag}>
								<Link
									to={`/blog?tag=${encodeURIComponent(tag)}`}
									dir="auto"
									className="inline-flex min-h-8 items-center rounded-full border bg-surface px-3 text-compact hover:border-control pointer-coarse:min-h-11"
								>
									{tag}
								</Link>
							</li>
						))}
					</ul>
				</header>
				<ArticleBody page={post} />
			</article>
			<aside className="mt-12 flex flex-wrap items-center justify-between gap-4 rounded-xl border bg-sunken p-6 md:p-8">
				<div>
					<h2 className="text-lg font-semibold">
						<Trans>Try it now</Trans>
					</h2>
					<p className="mt-1 text-muted">
						<Trans>A title and a start are enough to create an event.</Trans>
					</p>
				</div>
				<ButtonLink to="/create-event" size="lg">
					<Trans>Create Event</Trans>
				</ButtonLink>
			</aside>
			{post.related.length > 0 ? (
				<section className="mt-12" aria-labelledby="related">
					<h2 id="related" className="mb-4 text-lg font-semibold">
						<Trans>Read next</Trans>
					</h2>
					<div className="grid gap-4 md:grid-cols-3">
						{post.related.map((one) => (
							<PostCard key={one.slug} post={one} />
						))}
					</div>
				</section>
			) : null}
		</div>
	);
}
