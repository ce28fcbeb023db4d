import { useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

/** Where a page lies; the page itself is its heading and is not repeated. */
export function Breadcrumb(props: { items: readonly { label: ReactNode; to: string }[] }) {
	const { t } = useLingui();
	return (
		<nav aria-label={t`Breadcrumb`}>
			<ol className="flex flex-wrap items-center gap-1 text-compact text-muted">
				{props.items.map((item) => (
					<li key={item.to} className="flex min-w-0 items-center gap-1">
						<Link
							to={item.to}
							dir="auto"
							className="max-w-60 truncate rounded-sm py-1 hover:text-ink hover:underline"
						>
							{item.label}
						</Link>
						<Icon icon={ChevronRight} isDirectional className="size-3.5" />
					</li>
				))}
			</ol>
		</nav>
	);
}
