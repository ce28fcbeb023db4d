import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a step, which gets the focus: the key that led here is gone. */
export function StepHeading({ children, className = '' }: { children: ReactNode; className?: string }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	return (
		<h3 ref={heading} tabIndex={-1} className={`text-lg font-semibold outline-none ${className}`}>
			{children}
		</h3>
	);
}
