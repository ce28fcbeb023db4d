import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Money } from '#app/ui/money.tsx';

/** Of the form that orders: the one of a code is another. */
const SUBMIT = '[method=post] [type=submit]';

/** On a phone, while the button of the form is out of sight: the one thing to do, always under the thumb. */
export function RegisterBar(props: {
	/** What the bar leads to. */
	box: RefObject<HTMLElement | null>;
	price: ReactNode;
	/** The label of the registration button for these tickets. */
	verb: string;
}) {
	const { box, price, verb } = props;
	const [isAway, setAway] = useState(false);
	useEffect(() => {
		const observer = new IntersectionObserver(([entry]) => setAway(!entry?.isIntersecting), {
			// In sight means above the bar, too.
			rootMargin: '0px 0px -120px',
		});
		const button = box.current?.querySelector(SUBMIT);
		if (button) observer.observe(button);
		return () => observer.disconnect();
	}, [box]);
	if (!isAway) return null;
	const go = () => {
		const form = box.current as HTMLElement;
		// Whoever has the form in sight goes on to its button, others to its first field.
		const isBefore = form.getBoundingClientRect().top > 99;
		if (isBefore) form.scrollIntoView({ behavior: 'smooth' });
		form
			.querySelector<HTMLElement>(
				isBefore ? '[method=post] input:not([type=hidden], [role=spinbutton])' : SUBMIT,
			)
			?.focus({ preventScroll: isBefore });
	};
	return (
		<div
			data-bottom-bar="narrow"
			className="fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-t border-hairline bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] min-[45rem]:hidden print:hidden"
		>
			{price && <Money className="font-medium">{price}</Money>}
			<Button size="lg" tone="event" onClick={go} className="grow">
				{verb}
			</Button>
		</div>
	);
}
