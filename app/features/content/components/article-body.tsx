import { Trans, useLingui } from '@lingui/react/macro';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import type { ContentPage } from '#shared/contracts/content.ts';

/** A text with the list of its parts beside it, where there is room and enough of them. */
export function ArticleBody({ page }: { page: Pick<ContentPage, 'html' | 'headings'> }) {
	const { t } = useLingui();
	const hasParts = page.headings.length > 2;
	return (
		<div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_14rem]">
			<SanitisedHtml
				dir="auto"
				className="prose prose-long min-w-0 max-w-measure [overflow-wrap:anywhere]"
				html={page.html}
			/>
			{hasParts ? (
				<nav aria-label={t`On this page`} className="order-first mb-8 lg:order-none lg:mb-0">
					<div className="rounded-lg border bg-surface p-4 lg:sticky lg:top-24 lg:border-0 lg:bg-transparent lg:p-0">
						<p className="text-compact font-medium text-muted">
							<Trans>On this page</Trans>
						</p>
						<ul className="mt-2 flex flex-col">
							{page.headings.map((heading) => (
								<li key={heading.id}>
									<a
										href={`#${heading.id}`}
										dir="auto"
										className="block py-1.5 text-sm text-muted hover:text-ink hover:underline pointer-coarse:py-2.5"
									>
										{heading.text}
									</a>
								</li>
							))}
						</ul>
					</div>
				</nav>
			) : null}
		</div>
	);
}
