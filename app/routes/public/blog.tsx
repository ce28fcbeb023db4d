import { Trans, useLingui } from '@lingui/react/macro';
import { Rss } from 'lucide-react';
import { Form, Link, useNavigation } from 'react-router';
import { PostCard } from '#app/features/content/components/post-card.tsx';
import { useFormats } from '#app/lib/format.ts';
import { JsonLd } from '#app/lib/json-ld.tsx';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { listPosts } from '#shared/contracts/content.ts';
import type { Route } from './+types/blog';

export const headers = publicPageHeaders(15);
export const handle = publicPageHandle(['q', 'tag', 'cursor']);

export async function loader({ context, request }: Route.LoaderArgs) {
	const { searchParams } = new URL(request.url);
	const q = (searchParams.get('q') ?? '').slice(0, 200);
	const tag = (searchParams.get('tag') ?? '').slice(0, 60);
	const cursor = searchParams.get('cursor') ?? '';
	const posts = await serverApi({ context, request }).call(listPosts, {
		query: { limit: '13', ...(q && { q }), ...(tag && { tag }), ...(cursor && { cursor }) },
	});
	return { q, tag, cursor, ...posts };
}

export default function BlogPage({ loaderData }: Route.ComponentProps) {
	const { t } = useLingui();
	const { appUrl, productName } = useSite();
	const { q, tag, cursor, data: posts, nextCursor } = loaderData;
	const isWhole = !q && !tag && !cursor;
	const next = new URLSearchParams({ ...(q && { q }), ...(tag && { tag }), cursor: nextCursor ?? '' });
	return (
		<div className="page-width flex w-full flex-col gap-8 py-10 md:py-16">
			<PublicHead
				title={tag ? t`Plan great events: ${tag}` : t`Plan great events`}
				description={t`Short, practical guides for event organisers.`}
				path={tag ? `/blog?tag=${encodeURIComponent(tag)}` : '/blog'}
				imageUrl={pictureOf('blog')}
				isHidden={q !== '' || cursor !== ''}
			/>
			<link rel="alternate" type="application/atom+xml" title={productName} href="/blog.atom" />
			{import.meta.env.SSR && isWhole ? (
				<JsonLd
					data={{
						'@context': 'https://schema.org',
						'@type': 'Blog',
						name: 'Plan great events',
						url: `${appUrl}/blog`,
						blogPost: posts.map((post) => ({
							'@type': 'BlogPosting',
							headline: post.title,
							url: `${appUrl}/blog/${post.slug}`,
							datePublished: post.publishedAt,
						})),
					}}
				/>
			) : null}
			<header className="flex flex-col gap-6">
				<div className="max-w-measure">
					<h1 tabIndex={-1} className="title-event">
						<Trans>Plan great events</Trans>
					</h1>
					<p className="mt-4 text-lg text-muted">
						<Trans>Short, practical guides for event organisers.</Trans>
					</p>
				</div>
				<Finder loaderData={loaderData} />
			</header>
			{posts.length === 0 ? (
				<EmptyState
					drawing="lamp"
					title={t`No guides found`}
					description={t`Try another word.`}
					action={
						<ButtonLink to="/blog" variant="outline">
							{t`Show all guides`}
						</ButtonLink>
					}
				/>
			) : (
				<section aria-label={t`Guides`} className="grid gap-4 md:grid-cols-2 md:gap-6 lg:grid-cols-3">
					{posts.map((post, index) => (
						<PostCard key={post.slug} post={post} isLead={isWhole && index === 0} />
					))}
				</section>
			)}
			<div className="flex flex-wrap items-center justify-between gap-4">
				<a
					href="/blog.atom"
					className="inline-flex min-h-11 items-center gap-2 text-sm text-muted hover:text-ink hover:underline"
				>
					<Icon icon={Rss} />
					<Trans>RSS feed</Trans>
				</a>
				{nextCursor ? (
					<ButtonLink to={`/blog?${next}`} variant="outline">
						<Trans>Next page</Trans>
					</ButtonLink>
				) : null}
			</div>
		</div>
	);
}

/** Words and tags; an ordinary form, so that it works before any script. */
function Finder({ loaderData }: { loaderData: Route.ComponentProps['loaderData'] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { q, tag, tags } = loaderData;
	const isAsking = useNavigation().state === 'loading';
	const chip = (isCurrent: boolean) =>
		`inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3.5 text-sm pointer-coarse:min-h-11 ${isCurrent ? 'border-ink bg-primary text-on-primary' : 'bg-surface hover:border-control'}`;
	return (
		<div className="flex flex-col gap-4">
			<Form method="get" action="/blog" className="controls-lg flex max-w-xl gap-2">
				{tag ? <input type="hidden" name="tag" value={tag} /> : null}
				<SearchField key={q} label={t`Search guides`} name="q" defaultValue={q} className="min-w-0 flex-1" />
				<Button type="submit" size="lg" variant="outline" isLoading={isAsking}>
					<Trans>Search</Trans>
				</Button>
			</Form>
			<nav aria-label={t`Topics`}>
				<ul className="flex flex-wrap gap-2">
					<li>
						<Link to="/blog" className={chip(!tag)} aria-current={tag ? undefined : 'true'}>
							<Trans>All</Trans>
						</Link>
					</li>
					{tags.map((one) => (
						<li key={one.tag}>
							<Link
								to={`/blog?tag=${encodeURIComponent(one.tag)}`}
								className={chip(tag === one.tag)}
								aria-current={tag === one.tag ? 'true' : undefined}
							>
								<span dir="auto">{one.tag}</span>
								<span className="text-xs tabular-nums opacity-80">{formats.number(one.count)}</span>
							</Link>
						</li>
					))}
				</ul>
			</nav>
		</div>
	);
}
