import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { useOverview } from '../overview-api.ts';
import { adminSections } from '../sections.ts';

const LINK =
	'flex min-h-11 shrink-0 items-center justify-between gap-3 rounded-md px-3 text-sm whitespace-nowrap text-muted hover:bg-ink/5 hover:text-ink aria-[current=page]:bg-ink/7 aria-[current=page]:font-medium aria-[current=page]:text-ink lg:min-h-9 pointer-coarse:min-h-11';

/** A rail beside the page on wide screens, a strip above it on narrow ones. */
export function AdminNav() {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const attention = useOverview().data?.attention;
	const rail = useCurrentInView(attention !== undefined);
	return (
		<nav
			ref={rail}
			aria-label={t`Admin`}
			className="tab-strip flex gap-1 overflow-x-auto border-b pb-2 [scrollbar-width:none] lg:sticky lg:top-20 lg:flex-col lg:gap-5 lg:mask-none lg:animate-none lg:self-start lg:border-0 lg:pb-0"
		>
			{adminSections.map(({ title, sections }) => (
				<div key={title.id} className="contents lg:block">
					<h2 className="hidden px-3 pb-1 text-xs font-medium text-muted lg:block">{i18n._(title)}</h2>
					<ul className="contents lg:block">
						{sections.map((section) => {
							const count = (attention && section.waiting?.(attention)) ?? 0;
							return (
								<li key={section.to}>
									<NavLink to={section.to} end={section.isExact} className={LINK}>
										{i18n._(section.label)}
										{count > 0 ? (
											<span
												className={clsx(
													'rounded-full bg-accent-tint px-1.5 text-xs font-medium text-accent tabular-nums',
												)}
											>
												{formats.number(count)}
											</span>
										) : null}
									</NavLink>
								</li>
							);
						})}
					</ul>
				</div>
			))}
		</nav>
	);
}

/** On a narrow screen most of the strip is out of sight: the place where one stands is not, also when the counts have come. */
function useCurrentInView(hasCounts: boolean) {
	const rail = useRef<HTMLElement>(null);
	const { pathname } = useLocation();
	useEffect(() => {
		const strip = rail.current;
		const current = strip?.querySelector<HTMLElement>('[aria-current=page]');
		if (!strip || !current || strip.scrollWidth <= strip.clientWidth) return;
		const { left, width } = current.getBoundingClientRect();
		const frame = strip.getBoundingClientRect();
		strip.scrollBy({ left: left + width / 2 - (frame.left + frame.width / 2) });
	}, [pathname, hasCounts]);
	return rail;
}
