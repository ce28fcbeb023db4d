import { Plural } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import type { ContentCard } from '#shared/contracts/content.ts';
import { hueOfText, PostDrawing } from './post-drawing.tsx';

/** When a post appeared and how long it takes. */
export function PostFacts({ post }: { post: ContentCard }) {
	const formats = useFormats();
	return (
		<p className="text-compact text-muted">
			<time dateTime={post.publishedAt}>{formats.date(post.publishedAt, 'UTC')}</time>
			{' · '}
			<Plural value={post.readingMinutes} one="# minute to read" other="# minutes to read" />
		</p>
	);
}

export function PostCard({ post, isLead = false }: { post: ContentCard; isLead?: boolean }) {
	return (
		<article
			style={{ '--event-hue': hueOfText(post.slug) }}
			className={`event-theme group relative flex min-w-0 flex-col overflow-hidden rounded-xl border bg-surface transition-colors hover:border-control ${isLead ? 'md:col-span-2 md:flex-row' : ''}`}
		>
			<div
				className={`overflow-hidden bg-event-wash text-event ${isLead ? 'h-40 md:h-auto md:w-1/2' : 'h-36'}`}
			>
				<PostDrawing slug={post.slug} />
			</div>
			<div className={`flex flex-1 flex-col gap-2 p-5 ${isLead ? 'md:p-8' : ''}`}>
				<PostFacts post={post} />
				<h2 className={isLead ? 'title-page' : 'text-lg font-semibold leading-snug'} dir="auto">
					<Link to={`/blog/${post.slug}`} className="after:absolute after:inset-0 after:rounded-xl">
						{post.title}
					</Link>
				</h2>
				<p className="text-sm text-muted" dir="auto">
					{post.summary}
				</p>
			</div>
		</article>
	);
}
