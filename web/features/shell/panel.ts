/** The panels below a visitor's header. */
export type Panel = 'more' | 'login' | 'menu'
