import { ChevronDown } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Card } from './card.tsx';
import { Icon } from './icon.tsx';

const FoldContext = createContext(false);

/** Cards inside that can say in a line what is chosen in them are folded until they are opened. */
export function FoldedCards({ children }: { children: ReactNode }) {
	return <FoldContext value={true}>{children}</FoldContext>;
}

interface FoldableCardProps {
	/** Target of the page's own navigation. */
	id: string;
	title: string;
	description?: ReactNode;
	/** Of the heading. */
	size?: 'md' | 'lg';
	/** What is in it, in a line. Left out: it is never folded. */
	chosen?: ReactNode;
	/** Something in it has to be seen. */
	isNeeded?: boolean;
	children: ReactNode;
}

/** A card of a page with sections; inside `FoldedCards` a line that opens by a press, by its fragment, or because it has to be seen. */
export function FoldableCard(props: FoldableCardProps) {
	const { id, title, description, size = 'md', chosen, children } = props;
	const isFolded = use(FoldContext) && chosen !== undefined;
	if (isFolded) return <FoldedCard {...props} />;
	return (
		<Card
			id={id}
			aria-label={title}
			title={<span className={size === 'lg' ? 'text-lg' : undefined}>{title}</span>}
			description={description}
			className="scroll-mt-24"
		>
			{children}
		</Card>
	);
}

/** What is in it stays while it is closed: nothing that was typed is lost. */
function FoldedCard({ id, title, description, chosen, isNeeded = false, children }: FoldableCardProps) {
	const location = useLocation();
	const [isOpen, setOpen] = useState(false);
	// Every time that it is requested, also when it was closed since.
	useEffect(() => {
		if (location.hash !== `#${id}`) return;
		setOpen(true);
		document.getElementById(id)?.scrollIntoView();
	}, [location, id]);
	useEffect(() => {
		if (isNeeded) setOpen(true);
	}, [isNeeded]);
	return (
		<section id={id} aria-label={title} className="min-w-0 scroll-mt-28 rounded-lg border bg-surface">
			<details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
				<summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 rounded-lg px-5 py-2">
					<h2 className="flex-none text-lg font-semibold">{title}</h2>
					<span
						className="min-w-0 flex-1 truncate text-end text-sm text-muted group-open:invisible"
						dir="auto"
					>
						{chosen}
					</span>
					<Icon icon={ChevronDown} className="text-muted transition-transform group-open:rotate-180" />
				</summary>
				<div className="px-5 pt-2 pb-5">
					{description ? <p className="mb-5 text-sm text-muted">{description}</p> : null}
					{children}
				</div>
			</details>
		</section>
	);
}
