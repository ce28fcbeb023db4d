/** Whether a new ticket type of this kind lets people in: all but add-ons, unless its organiser says otherwise. */
export const admitsByDefault = (kind: string): boolean => kind !== 'add_on';
