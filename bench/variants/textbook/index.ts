// The asynchronous boundary that shared modules need.
import('./bootstrap');
