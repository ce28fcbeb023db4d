import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

/** Above a heading: back to what a page was opened from. */
export function BackLink(props: { to: string; children: ReactNode }) {
	return (
		<Link
			to={props.to}
			className="inline-flex min-h-6 max-w-full items-center gap-1 self-start text-compact text-muted hover:text-ink hover:underline"
		>
			<Icon icon={ArrowLeft} isDirectional className="size-3.5" />
			<span dir="auto" className="truncate">
				{props.children}
			</span>
		</Link>
	);
}
