/** The public sees how many tickets or spots are left from this number down; above it, only that there are some. */
export const MOST_SHOWN_LEFT = 20;
