import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

/** A section with its heading; a card where `card` gives its padding. */
export function TitledSection(props: { title: ReactNode; card?: string; children: ReactNode }) {
	const { title, card, children } = props;
	const id = useId();
	return (
		<section
			aria-labelledby={id}
			className={clsx('flex flex-col gap-3', card && `rounded-lg border border-hairline bg-surface ${card}`)}
		>
			<h2 id={id} className="text-lg font-medium">
				{title}
			</h2>
			{children}
		</section>
	);
}
